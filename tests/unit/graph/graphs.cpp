// SPDX-License-Identifier: Apache-2.0
#include "graphs.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "hls/graph/parse.h"
#include "hls/graph/print.h"
#include "hls/graph/verify.h"

namespace weft::graph::test {

Kernel parseOne(const std::string &text) {
  INFO(text);
  const auto kernels = parse(text);
  REQUIRE(kernels);
  REQUIRE(kernels->size() == 1);
  REQUIRE(hls::buildLog(verify(kernels->front())) == "");
  return kernels->front();
}

std::string replaced(std::string text, const std::string &what, const std::string &with) {
  const size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

uint64_t seeds(uint64_t usual) {
  const char *text = std::getenv("RANDOM_KERNELS");
  return text ? std::strtoull(text, nullptr, 10) : usual;
}

Kernel withLanes(Kernel kernel, const LaneLimits &limits) {
  orderSites(kernel);
  chooseUnits(kernel, limits.lineBytes);
  chooseLanes(kernel, limits);
  orderMemory(kernel);
  INFO(print(kernel));
  REQUIRE(hls::buildLog(verify(kernel)) == "");
  return kernel;
}

Kernel withLanes(Kernel kernel, unsigned lanes) {
  LaneLimits limits;
  limits.wanted = lanes;
  return withLanes(std::move(kernel), limits);
}

std::vector<uint8_t> patterned(size_t bytes) {
  std::vector<uint8_t> memory;
  for (size_t i = 0; i < bytes; ++i)
    memory.push_back(uint8_t(i * 37 + i / 7));
  return memory;
}

std::vector<uint64_t> Ran::strays() const {
  std::vector<uint64_t> addresses;
  for (const InterpretFault &fault : faults)
    addresses.push_back(fault.address);
  return addresses;
}

Ran run(const Kernel &kernel, const Launch &launch, std::vector<uint8_t> memory, LaneClaims *claims,
        uint64_t adversary) {
  InterpretOptions options;
  options.seed = adversary;
  if (claims)
    options.observer = [&](const Visit &visit) { claims->observe(visit); };
  const auto result = interpret(kernel, launch, memory, options);
  REQUIRE(result);
  return {std::move(memory), result->faults};
}

void checkRanAs(const Ran &before, const Ran &after) {
  CHECK(after.memory == before.memory);
  CHECK(after.faults.empty() == before.faults.empty());
  const std::vector<uint64_t> known = before.strays();
  for (const uint64_t address : after.strays())
    CHECK(std::count(known.begin(), known.end(), address) > 0);
}

Op &find(Kernel &kernel, Opcode opcode, unsigned which) {
  for (Node &node : kernel.nodes)
    for (Op &op : node.ops)
      if (op.opcode == opcode && which-- == 0)
        return op;
  throw std::logic_error("no such op");
}

void checkFinds(Kernel kernel, const Defect &defect) {
  REQUIRE(hls::buildLog(verify(kernel)) == "");
  defect.plant(kernel);
  const std::string all = hls::buildLog(verify(kernel));
  INFO("expected: " << defect.message << "\nfound: " << all);
  CHECK(all.find(defect.message) != std::string::npos);
}

}  // namespace weft::graph::test
