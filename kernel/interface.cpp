// SPDX-License-Identifier: Apache-2.0
#include "kernel/interface.h"

#include <algorithm>
#include <iterator>

namespace weft::kernel {
namespace {

// By enumerator.
constexpr const char *kArgumentKinds[] = {"buffer", "local", "value"};
constexpr const char *kImplicit[] = {"none", "print_buffer", "program_variable"};
constexpr const char *kSiteKinds[] = {"load", "store", "atomic"};
constexpr const char *kStallPointKinds[] = {"loop", "barrier"};

template <class Enum> std::optional<Enum> valueOf(const auto &names, std::string_view name) {
  const auto found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names))
    return std::nullopt;
  return Enum(found - std::begin(names));
}

}  // namespace

size_t Signature::explicitArguments() const {
  return size_t(std::count_if(arguments.begin(), arguments.end(),
                              [](const Argument &argument) { return argument.implicit == Argument::Implicit::None; }));
}

const Argument *Signature::implicitArgument(Argument::Implicit kind) const {
  for (const Argument &argument : arguments)
    if (argument.implicit == kind)
      return &argument;
  return nullptr;
}

uint64_t Signature::mostTokens() const {
  if (!requiredSize[0])
    return maxWorkGroupSize;  // a column of groups has packets of one
  return tokensOf({*requiredSize[0], requiredSize[1].value_or(1), requiredSize[2].value_or(1)});
}

const char *nameOf(Argument::Kind kind) { return kArgumentKinds[size_t(kind)]; }
const char *nameOf(Argument::Implicit kind) { return kImplicit[size_t(kind)]; }
const char *nameOf(Site::Kind kind) { return kSiteKinds[size_t(kind)]; }
const char *nameOf(StallPoint::Kind kind) { return kStallPointKinds[size_t(kind)]; }

std::optional<Argument::Kind> argumentKindFrom(std::string_view name) {
  return valueOf<Argument::Kind>(kArgumentKinds, name);
}
std::optional<Argument::Implicit> implicitFrom(std::string_view name) {
  return valueOf<Argument::Implicit>(kImplicit, name);
}
std::optional<Site::Kind> siteKindFrom(std::string_view name) { return valueOf<Site::Kind>(kSiteKinds, name); }
std::optional<StallPoint::Kind> stallPointKindFrom(std::string_view name) {
  return valueOf<StallPoint::Kind>(kStallPointKinds, name);
}

}  // namespace weft::kernel
