// SPDX-License-Identifier: Apache-2.0
// The descriptions that ship, and what one may not say of widths and limits.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <stdexcept>

#include "board/description.h"
#include "support/resources.h"

using namespace weft;
using nlohmann::json;

namespace {

json shipped(const std::string &name) {
  return json::parse(support::readFile(std::filesystem::path(WEFT_TEST_BOARDS) / name / "board.json"));
}

/// The error that a description gives; empty if it gives none.
std::string errorOf(const json &description) {
  try {
    board::parseDescription(description.dump(), "test");
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "";
}

std::string errorWith(const std::string &board, const std::string &pointer, const json &value) {
  json description = shipped(board);
  description[json::json_pointer(pointer)] = value;
  return errorOf(description);
}

bool names(const std::string &error, const std::string &field) { return error.find(field) != std::string::npos; }

}  // namespace

TEST_CASE("sim-soc: what the board promises") {
  const board::Description soc = board::parseDescription(shipped("sim-soc").dump(), "sim-soc");
  CHECK(soc.profile == "EMBEDDED_PROFILE");
  CHECK(soc.addressBits == 32);
  CHECK(soc.memoryAddressBits <= 32);
  CHECK(soc.portBits == 128);
  CHECK(soc.lineBytes() == 16);
  CHECK(soc.sharedMemory);
  CHECK(soc.regions == 1);
}

TEST_CASE("widths that do not go together are refused, and the field is named") {
  CHECK(errorOf(shipped("sim-card")).empty());
  CHECK(errorOf(shipped("sim-soc")).empty());
  CHECK(names(errorWith("sim-soc", "/profile", "EMBEDDED"), "profile"));
  CHECK(names(errorWith("sim-soc", "/address_bits", 16), "address_bits"));
  // Pointers of 32 bits do not hold an address of 33.
  CHECK(names(errorWith("sim-soc", "/memory/address_bits", 33), "memory.address_bits"));
  CHECK(errorWith("sim-card", "/memory/address_bits", 33).empty());
  // The shell moves host lines and memory lines of one width.
  CHECK(names(errorWith("sim-soc", "/host_link/port_bits", 64), "host_link.port_bits"));
  CHECK(names(errorWith("sim-soc", "/memory/port_bits", 64), "memory.port_bits"));
}

TEST_CASE("a description states at least the least limits of its profile") {
  // The values are those of the specification's table for clGetDeviceInfo.
  CHECK(names(errorWith("sim-soc", "/local_memory_bytes", 1023), "local_memory_bytes"));
  CHECK(errorWith("sim-soc", "/local_memory_bytes", 1024).empty());
  CHECK(names(errorWith("sim-card", "/local_memory_bytes", 32767), "local_memory_bytes"));
  CHECK(names(errorWith("sim-soc", "/constant_buffer_bytes", 1023), "constant_buffer_bytes"));
  CHECK(errorWith("sim-soc", "/constant_buffer_bytes", 1024).empty());
  CHECK(names(errorWith("sim-soc", "/on_chip_memory_bytes", -1), "on_chip_memory_bytes"));
  CHECK(names(errorWith("sim-card", "/constant_buffer_bytes", 65535), "constant_buffer_bytes"));
  const uint64_t quarter = shipped("sim-soc")["memory"]["bytes"].get<uint64_t>() / 4;
  CHECK(errorWith("sim-soc", "/memory/max_allocation_bytes", quarter).empty());
  CHECK(names(errorWith("sim-soc", "/memory/max_allocation_bytes", quarter - 1), "max_allocation_bytes"));
  CHECK(names(errorWith("sim-soc", "/memory/max_allocation_bytes", 4 * quarter + 1), "max_allocation_bytes"));
}

TEST_CASE("hx8k-evn: a custom device may be below the least limits, and its shell has limits of its own") {
  const board::Description nano = board::parseDescription(shipped("hx8k-evn").dump(), "hx8k-evn");
  CHECK(nano.custom);
  CHECK(nano.uartDivisor() == 4);
  CHECK(nano.atomicBits == 0);
  // What makes it a custom device: the limits of its profile do not hold.
  CHECK(names(errorWith("hx8k-evn", "/custom_device", false), "max_allocation_bytes"));
  CHECK(names(errorWith("hx8k-evn", "/memory/max_allocation_bytes", 4097), "max_allocation_bytes"));
  CHECK(names(errorWith("hx8k-evn", "/memory/bytes", 3000), "memory.bytes"));
  CHECK(names(errorWith("hx8k-evn", "/memory/port_bits", 16), "memory.port_bits"));
  CHECK(errorWith("hx8k-evn", "/memory/port_bits", 128).empty());
  CHECK(names(errorWith("hx8k-evn", "/memory/atomic_bits", 32), "memory.atomic_bits"));
  CHECK(names(errorWith("sim-soc", "/memory/atomic_bits", 0), "memory.atomic_bits"));
  CHECK(names(errorWith("hx8k-evn", "/kernel_regions", 2), "kernel_regions"));
  CHECK(names(errorWith("hx8k-evn", "/uart/baud", 4000000), "uart.baud"));
  CHECK(names(errorWith("hx8k-evn", "/uart/baud", 0), "uart.baud"));
  CHECK(names(errorWith("hx8k-evn", "/memory/shared_with_host", true), "shared_with_host"));
  CHECK(names(errorWith("hx8k-evn", "/uart/baud", 2600000), "uart.baud"));  // 4.6 cycles a bit
}

TEST_CASE("ulx3s-85f: a device of the embedded profile whose memory is the SDRAM chip that its description states") {
  const board::Description board = board::parseDescription(shipped("ulx3s-85f").dump(), "ulx3s-85f");
  CHECK(!board.custom);
  REQUIRE(board.sdram);
  CHECK(board.sdram->bytes() == board.memoryBytes);
  CHECK(board.memoryController() == "ulx3s_85f_sdram");
  CHECK(names(errorWith("ulx3s-85f", "/sdram/rows", 4096), "memory.bytes"));
  // Half of all addresses are none.
  CHECK(names(errorWith("ulx3s-85f", "/memory/address_bits", 25), "memory.address_bits"));
  CHECK(names(errorWith("ulx3s-85f", "/sdram/columns", 500), "powers of two"));
  CHECK(names(errorWith("ulx3s-85f", "/sdram/cas_latency", 4), "cas_latency"));
  CHECK(names(errorWith("ulx3s-85f", "/sdram/timing_ns/tRP", 0), "more than 0"));
  CHECK(names(errorWith("ulx3s-85f", "/sdram/timing_ns", nlohmann::json::object()), "tRCD"));
  CHECK(names(errorWith("sim-soc", "/sdram", shipped("ulx3s-85f")["sdram"]), "\"uart\""));
}

TEST_CASE("ecp5-evn: a custom device, for its memory is below the least of the embedded profile") {
  CHECK(board::parseDescription(shipped("ecp5-evn").dump(), "ecp5-evn").custom);
  CHECK(names(errorWith("ecp5-evn", "/custom_device", false), "max_allocation_bytes"));
}
