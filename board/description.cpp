// SPDX-License-Identifier: Apache-2.0
#include "board/description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "kernel/print.h"
#include "support/resources.h"
#include "weft_abi.h"

namespace weft::board {
namespace {

using nlohmann::json;

/// One object of the description; every field is asked for by name so that a missing or misspelt one is reported.
class Section {
public:
  Section(const json &object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object.is_object())
      throw std::runtime_error(path_ + " must be an object");
  }

  template <class T> void read(const char *field, T &out) const {
    auto it = object_.find(field);
    if (it == object_.end())
      throw std::runtime_error(fmt::format("{}: field \"{}\" is missing", path_, field));
    try {
      if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        if (!it->is_number_unsigned() || it->template get<uint64_t>() > std::numeric_limits<T>::max())
          throw std::runtime_error(fmt::format("must be a whole number from 0 to {}", std::numeric_limits<T>::max()));
      }
      out = it->get<T>();
    } catch (const std::exception &error) {
      throw std::runtime_error(fmt::format("{}: field \"{}\": {}", path_, field, error.what()));
    }
  }

  bool has(const char *field) const { return object_.contains(field); }

  Section section(const char *field) const {
    auto it = object_.find(field);
    if (it == object_.end())
      throw std::runtime_error(fmt::format("{}: section \"{}\" is missing", path_, field));
    return {*it, path_ + "." + field};
  }

  void require(bool holds, const char *rule) const {
    if (!holds)
      throw std::runtime_error(fmt::format("{}: {}", path_, rule));
  }

private:
  const json &object_;
  std::string path_;
};

bool isPowerOfTwo(uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

/// What OpenCL asks of every device of the profile (3.0, table of clGetDeviceInfo) that is no custom device; of one of
/// those, that the numbers go together.
void checkLimits(const Section &root, const Description &d) {
  constexpr uint64_t kKilo = 1024, kMega = kKilo * kKilo;
  const bool full = d.profile == "FULL_PROFILE";
  root.require(d.maxWorkGroupSize >= 1, "max_work_group_size must be at least 1");
  if (d.custom)
    return root.require(d.maxAllocationBytes >= 1 && d.maxAllocationBytes <= d.memoryBytes,
                        "memory.max_allocation_bytes must be at least 1 and at most the memory");
  root.require(d.localMemoryBytes >= (full ? 32 : 1) * kKilo,
               "local_memory_bytes is below its profile's least: 32 KiB, embedded 1 KiB");
  root.require(d.constantBufferBytes >= (full ? 64 : 1) * kKilo,
               "constant_buffer_bytes is below its profile's least: 64 KiB, embedded 1 KiB");
  const uint64_t quarter = std::min(d.memoryBytes / 4, kKilo * kMega);
  root.require(
      d.maxAllocationBytes >= std::max(quarter, full ? 32 * kMega : kMega) && d.maxAllocationBytes <= d.memoryBytes,
      "memory.max_allocation_bytes must be a quarter of the memory or 1 GiB, at least 32 MiB (embedded: 1 MiB), "
      "and at most the memory");
}

/// The small shell's bounds (rtl/small_shell/small_shell.sv) and those of its link.
void checkSmallShell(const Section &root, const Description &d) {
  root.require(isPowerOfTwo(d.portBits) && d.portBits >= 32 && d.portBits <= 1024,
               "memory.port_bits must be a power of two from 32 to 1024");
  root.require(isPowerOfTwo(d.memoryBytes) && d.memoryBytes >= 2 * d.lineBytes() && d.memoryAddressBits <= 32,
               "memory.bytes must be a power of two, and memory.address_bits at most 32: the link of boards with "
               "\"uart\" has addresses of 32 bits");
  root.require(d.atomicBits == 0,
               "memory.atomic_bits must be 0: the shell of boards with \"uart\" has no atomic operations");
  root.require(d.regions == 1, "kernel_regions must be 1: the shell of boards with \"uart\" has one");
  root.require(!d.sharedMemory && !d.timing, "memory.shared_with_host and memory.timing do not go with \"uart\"");
  root.require(d.uart->baud >= 1 && d.uart->baud * 4.0 <= d.clockMhz * 1e6,
               "uart.baud must be at least 1 and at most a quarter of clock_mhz");
  root.require(d.baudError() <= kMostBaudError,
               "uart.baud: no whole number of cycles of clock_mhz gives it within 2.5 %");
  root.require(!d.sdram || d.sdram->bytes() == d.memoryBytes,
               "memory.bytes must be banks * rows * columns * data_bits / 8 of \"sdram\"");
}

/// What the board's shell asks for.
void checkShell(const Section &root, const Description &d) {
  if (d.uart)
    return checkSmallShell(root, d);
  // rtl/shell/weft_shell.sv.
  root.require(isPowerOfTwo(d.portBits) && d.portBits >= 128 && d.portBits <= 1024,
               "memory.port_bits must be a power of two from 128 to 1024");
  root.require(d.hostLinkBits == d.portBits, "host_link.port_bits must be memory.port_bits");
  root.require(d.atomicBits == 32 || d.atomicBits == 64, "memory.atomic_bits must be 32 or 64");
  root.require(d.atomicSlots >= 2 && d.atomicSlots <= 64, "memory.atomic_slots must be 2 to 64");
}

void check(const Section &root, const Description &d) {
  if (std::find(std::begin(kFamilies), std::end(kFamilies), d.family) == std::end(kFamilies)) {
    std::string rule = fmt::format("family \"{}\" is not known, only {}", d.family, fmt::join(kFamilies, ", "));
    root.require(false, rule.c_str());
  }
  root.require(d.clockMhz > 0 && d.clockMhz <= 10000, "clock_mhz must be more than 0 and at most 10000");
  root.require(d.addressBits == 32 || d.addressBits == 64, "address_bits must be 32 or 64");
  root.require(d.profile == "FULL_PROFILE" || d.profile == "EMBEDDED_PROFILE",
               "profile must be FULL_PROFILE or EMBEDDED_PROFILE");
  root.require(isPowerOfTwo(d.maxSlots) && d.maxSlots >= d.maxWorkGroupSize,
               "max_slots must be a power of two and hold a whole work-group");
  root.require(isPowerOfTwo(d.maxGroupsInFlight), "max_groups_in_flight must be a power of two");
  checkShell(root, d);
  // Kernels take the upper half of what an address can say for addresses that are none (ADR 8).
  root.require(d.memoryAddressBits >= 1 && d.memoryAddressBits <= 48 &&
                   d.memoryBytes <= (uint64_t(1) << (d.memoryAddressBits - 1)),
               "memory.bytes must fit memory.address_bits - 1 bits, memory.address_bits at most 48");
  root.require(d.memoryAddressBits <= d.addressBits,
               "memory.address_bits must be at most address_bits: a kernel's pointer holds a memory address");
  checkLimits(root, d);
  root.require(d.regions >= 1 && d.regions <= abi::MAX_REGIONS,
               fmt::format("kernel_regions must be 1 to {}", abi::MAX_REGIONS).c_str());
  root.require(isPowerOfTwo(d.ports) && d.ports <= abi::MAX_PORTS,
               fmt::format("memory.ports must be a power of two, at most {}", abi::MAX_PORTS).c_str());
  root.require(d.ports == 1 || !d.uart, "memory.ports: a board with the small shell has one");
  root.require(d.ports == 1 || (isPowerOfTwo(d.interleaveBytes) && d.interleaveBytes >= d.lineBytes() &&
                                d.interleaveBytes <= d.memoryBytes / d.ports),
               "memory.interleave_bytes must be a power of two, at least a line and at most a port's part of memory");
}

Sdram parseSdram(const Section &section) {
  Sdram sdram;
  section.read("banks", sdram.banks);
  section.read("rows", sdram.rows);
  section.read("columns", sdram.columns);
  section.read("data_bits", sdram.dataBits);
  section.read("cas_latency", sdram.casLatency);
  section.require(isPowerOfTwo(sdram.banks) && isPowerOfTwo(sdram.rows) && isPowerOfTwo(sdram.columns) &&
                      isPowerOfTwo(sdram.dataBits) && sdram.dataBits >= 8,
                  "banks, rows, columns and data_bits must be powers of two, data_bits at least 8");
  section.require(sdram.casLatency == 2 || sdram.casLatency == 3, "cas_latency must be 2 or 3");
  const Section timing = section.section("timing_ns");
  for (const char *name : {"tRCD", "tRP", "tRAS", "tRRD", "tWR", "tRFC", "tREFI"}) {
    double ns = 0;
    timing.read(name, ns);
    timing.require(ns > 0, "times must be more than 0");
  }
  return sdram;
}

MemoryTiming parseTiming(const Section &section) {
  MemoryTiming timing;
  section.read("read_latency_cycles", timing.readLatency);
  section.read("write_latency_cycles", timing.writeLatency);
  section.read("banks", timing.banks);
  section.read("row_bytes", timing.rowBytes);
  section.read("row_miss_cycles", timing.rowMiss);
  section.read("refresh_interval_cycles", timing.refreshInterval);
  section.read("refresh_cycles", timing.refreshCycles);
  section.read("queue_depth", timing.queueDepth);
  section.require(isPowerOfTwo(timing.banks) && isPowerOfTwo(timing.rowBytes),
                  "banks and row_bytes must be powers of two");
  return timing;
}

Flow parseFlow(const Section &section, double clockMhz) {
  Flow flow;
  section.read("device", flow.device);
  section.read("package", flow.package);
  section.read("constraints", flow.constraints);
  flow.oscillatorMhz = clockMhz;
  const auto readIfThere = [&](const char *field, auto &out) {
    if (section.has(field))
      section.read(field, out);
  };
  readIfThere("speed", flow.speed);
  readIfThere("top", flow.top);
  readIfThere("oscillator_mhz", flow.oscillatorMhz);
  readIfThere("programmer", flow.programmer);
  section.require(flow.oscillatorMhz > 0, "oscillator_mhz must be more than 0");
  section.require(flow.constraints.find('/') == std::string::npos && !flow.constraints.empty(),
                  "constraints must name a file beside the description");
  return flow;
}

}  // namespace

std::string Description::memoryController() const {
  std::string module = name + "_sdram";
  std::replace(module.begin(), module.end(), '-', '_');
  return module;
}

Description parseDescription(const std::string &text, const std::string &origin) {
  json parsed;
  try {
    parsed = json::parse(text);
  } catch (const json::parse_error &error) {
    throw std::runtime_error(fmt::format("{}: {}", origin, error.what()));
  }
  Description d;
  d.json = text;
  Section root(parsed, origin);
  root.read("name", d.name);
  root.read("description", d.text);
  root.read("vendor", d.vendor);
  root.read("profile", d.profile);
  root.read("family", d.family);
  root.read("clock_mhz", d.clockMhz);
  root.read("address_bits", d.addressBits);
  root.read("max_work_group_size", d.maxWorkGroupSize);
  root.read("max_slots", d.maxSlots);
  root.read("max_groups_in_flight", d.maxGroupsInFlight);
  root.read("kernel_regions", d.regions);
  root.read("local_memory_bytes", d.localMemoryBytes);
  root.read("constant_buffer_bytes", d.constantBufferBytes);
  root.read("on_chip_memory_bytes", d.onChipMemoryBytes);

  Section memory = root.section("memory");
  memory.read("bytes", d.memoryBytes);
  memory.read("address_bits", d.memoryAddressBits);
  memory.read("max_allocation_bytes", d.maxAllocationBytes);
  memory.read("port_bits", d.portBits);
  memory.read("ports", d.ports);
  if (d.ports > 1)
    memory.read("interleave_bytes", d.interleaveBytes);
  memory.read("atomic_bits", d.atomicBits);
  if (d.atomicBits != 0 && !root.has("uart"))
    memory.read("atomic_slots", d.atomicSlots);
  memory.read("shared_with_host", d.sharedMemory);
  if (memory.has("timing"))
    d.timing = parseTiming(memory.section("timing"));

  if (root.has("sdram")) {
    root.require(root.has("uart"), "\"sdram\" is for boards with \"uart\"");
    d.sdram = parseSdram(root.section("sdram"));
  }
  if (root.has("custom_device"))
    root.read("custom_device", d.custom);
  if (root.has("uart")) {
    root.section("uart").read("baud", d.uart.emplace().baud);
  } else {
    Section link = root.section("host_link");
    link.read("port_bits", d.hostLinkBits);
    if (d.timing)
      link.read("latency_cycles", d.hostLatency);
  }
  if (root.has("flow"))
    d.flow = parseFlow(root.section("flow"), d.clockMhz);
  check(root, d);
  return d;
}

unsigned Description::portOf(uint64_t address) const {
  if (ports == 1)
    return 0;
  uint64_t port = 0;
  for (uint64_t rest = address / interleaveBytes; rest != 0; rest /= ports)
    port ^= rest;
  return unsigned(port & (ports - 1));
}

Description withClock(const Description &board, double mhz) {
  // In its text too: another process gets the description as that.
  json changed = json::parse(board.json);
  changed["clock_mhz"] = mhz;
  if (board.flow)
    changed["flow"]["oscillator_mhz"] = board.flow->oscillatorMhz;
  Description result = parseDescription(changed.dump(), fmt::format("board {} at {} MHz", board.name, mhz));
  result.directory = board.directory;
  return result;
}

std::vector<std::string> descriptionNames() {
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(support::resourceDirectory() / "board"))
    if (std::filesystem::exists(entry.path() / "board.json"))
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

uint64_t Description::printBytes() const {
  return atomicBits && maxAllocationBytes >= kernel::kPrintBytes ? kernel::kPrintBytes : 0;
}

Description loadDescription(const std::string &name) {
  const std::filesystem::path path = name.find('/') == std::string::npos
                                         ? support::resourceDirectory() / "board" / name / "board.json"
                                         : std::filesystem::path(name);
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error(fmt::format("no board \"{}\": cannot read {}", name, path.string()));
  std::stringstream text;
  text << file.rdbuf();
  Description description = parseDescription(text.str(), path.string());
  description.directory = path.parent_path().string();
  return description;
}

}  // namespace weft::board
