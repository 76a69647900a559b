// SPDX-License-Identifier: Apache-2.0
#include "host/compiler/relayed_stages.h"

#include <stdexcept>

#include "host/compiler/channel.h"

namespace weft::compiler {

struct RelayedStages::Relayed {
  Relayed(std::string name, const std::string &subject)
      : name(std::move(name)), subject(subject), stage(this->name.c_str(), subject) {}
  const std::string name, subject;
  const support::Stage stage;
};

RelayedStages::RelayedStages() = default;

RelayedStages::~RelayedStages() {
  while (!stages_.empty())
    end();
}

void RelayedStages::begin(const std::string &packed) {
  const std::vector<std::string> texts = unpackTexts(packed);
  stages_.push_back(nullptr);
  stages_.back() = std::make_unique<Relayed>(texts.at(0), texts.at(1));
}

void RelayedStages::end() {
  if (stages_.empty())
    throw std::runtime_error("a stage ends that has not begun");
  stages_.pop_back();
}

std::string RelayedStages::innermost() const { return stages_.empty() ? "" : stages_.back()->name; }

}  // namespace weft::compiler
