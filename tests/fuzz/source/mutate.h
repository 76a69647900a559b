// SPDX-License-Identifier: Apache-2.0
// Sources that are nearly right: kernels of the tests and examples, changed at random.
#pragma once
#include <string>
#include <vector>

#include "tests/fuzz/common/trial.h"

namespace weft::fuzz {

/// The .cl files below `root`, read whole.
std::vector<std::string> readCorpus(const std::string &root);

/// One of the sources, or a splice of two, with a few tokens and lines changed.
std::string mutate(const std::vector<std::string> &corpus, Random &random);

/// Build options, mostly good ones.
std::string randomOptions(Random &random);

}  // namespace weft::fuzz
