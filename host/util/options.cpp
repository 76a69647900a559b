// SPDX-License-Identifier: Apache-2.0
#include "host/util/options.h"

#include <cstdlib>

namespace weft {
namespace {

void parse(const char *text, std::string &value) { value = text; }
void parse(const char *text, bool &value) { value = *text != '\0' && std::string(text) != "0"; }
void parse(const char *text, unsigned &value) { value = unsigned(std::strtoul(text, nullptr, 0)); }

Options fromEnvironment() {
  Options result;
#define OPTION(type, name, variable, value)                                                                            \
  if (const char *text = std::getenv(variable))                                                                        \
    parse(text, result.name);
#include "host/util/options.def"
#undef OPTION
  return result;
}

}  // namespace

const Options &options() {
  static const Options &instance = *new Options(fromEnvironment());  // leaked: threads may ask during exit
  return instance;
}

}  // namespace weft
