// SPDX-License-Identifier: Apache-2.0
// What can be looked at in both engines after a cycle: the outputs of components that are registered.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace weft::instant {

struct Circuit;

struct Probe {
  std::string instance;  // in the kernel: names of instances with dots between
  std::string port;
  unsigned lo = 0, width = 1;  // bits of the port
  uint32_t storage = 0;        // index into Circuit::storages
  uint32_t guard = ~0u;        // of a payload: the probe of its valid, without which it does not count
  std::string origin;          // the component, and what the kernel's source has to do with it
};

/// Of components, valid, ready and other single bits, and the payload of streams. Bytes under a strobe, and payloads of
/// several streams side by side are left out: whoever takes them shows what is wrong.
std::vector<Probe> makeProbes(const Circuit &circuit);

}  // namespace weft::instant
