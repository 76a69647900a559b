// SPDX-License-Identifier: Apache-2.0
// A board as its description file board/<name>/board.json states it. Everything that depends on the board reads this.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::board {

/// DDR-like timing of a simulated device memory, in board clock cycles.
struct MemoryTiming {
  unsigned readLatency = 30;   // row hit: request accepted to first data
  unsigned writeLatency = 12;  // last data accepted to response
  unsigned banks = 16;         // consecutive rows lie in different banks
  unsigned rowBytes = 8192;
  unsigned rowMiss = 9;             // added when the bank has another row open
  unsigned refreshInterval = 1560;  // 0: no refresh
  unsigned refreshCycles = 70;      // no request is served meanwhile
  unsigned queueDepth = 64;         // requests in flight
};

/// The serial port of a board with the small shell.
struct Uart {
  unsigned baud = 0;
};

/// The most that a serial line's rate may be off. A receiver samples the last of ten bits in its middle: less than 5 %
/// for both ends together.
inline constexpr double kMostBaudError = 0.025;

/// The SDR SDRAM chip that is the device memory of a board with the small shell. Its times, in ns, concern only its
/// controller, which is made from the same section (rtl/sdram/sdram_controller.py).
struct Sdram {
  unsigned banks = 0, rows = 0, columns = 0, dataBits = 0;
  unsigned casLatency = 0;
  uint64_t bytes() const { return uint64_t(banks) * rows * columns * dataBits / 8; }
};

/// How the board's bitstreams are made, by the open tools that flow/ knows for its family.
struct Flow {
  std::string device, package, speed;  // as nextpnr calls them: hx8k, ct256; the speed grade where the family has some
  std::string constraints;             // file beside the description that places the pins
  std::string top = "top";             // module of top.sv
  double oscillatorMhz = 0;            // what the board gives to the FPGA; a PLL makes another clock of it
  std::string programmer;              // what openFPGALoader calls the board; empty: not known
};

/// FPGA families that hls/operators.def has rows for; `generic` is the simulated card's and takes those of ecp5.
inline constexpr std::string_view kFamilies[] = {"ecp5", "ice40up", "ice40hx", "generic"};

struct Description {
  std::string name, text, vendor, profile;
  std::string family;  // one of kFamilies
  double clockMhz = 0;
  unsigned addressBits = 64;  // CL_DEVICE_ADDRESS_BITS
  unsigned maxWorkGroupSize = 256;
  unsigned maxSlots = 1024;  // bound of N_max
  unsigned maxGroupsInFlight = 256;
  unsigned regions = 1;  // kernel regions: kernels that run at the same time, the compute units of the device
  uint64_t localMemoryBytes = 0;
  uint64_t constantBufferBytes = 0;                // also of the constants that a kernel keeps on chip
  uint64_t onChipMemoryBytes = uint64_t(4) << 20;  // of a kernel, for the private variables of its work-items in flight
  uint64_t memoryBytes = 0;
  unsigned memoryAddressBits = 32;  // of a device memory address in hardware
  uint64_t maxAllocationBytes = 0;
  unsigned portBits = 512;       // memory port
  unsigned ports = 1;            // side by side, a power of two
  uint64_t interleaveBytes = 0;  // of several ports: what lies at one before the addresses go on to another (portOf)
  unsigned atomicBits = 32;      // widest operand of an atomic operation: 32 or 64; 0: the memory has none
  unsigned atomicSlots = 64;     // operands that atomic operations have in flight at once
  bool sharedMemory = false;     // device memory is host memory: no copies between them
  std::optional<MemoryTiming> timing;  // simulated boards
  std::optional<Uart> uart;            // the board has the small shell, and this is the way to it
  std::optional<Sdram> sdram;          // its device memory, else block RAM
  std::optional<Flow> flow;            // boards for which bitstreams can be made
  bool custom = false;                 // CL_DEVICE_TYPE_CUSTOM: may be below what the standard asks of other devices
  unsigned hostLinkBits = 512;
  unsigned hostLatency = 0;  // simulated boards: host memory read, cycles

  std::string directory;  // where top.sv and constraints are; known to loadDescription only
  std::string json;       // the text it was parsed from: for another process, which parses it again

  unsigned lineBytes() const { return portBits / 8; }
  /// Parameter Backlog of the shell: lines at memory when it falls behind with them (rtl/axi/read_write_turns.sv), a
  /// few more than its latency at a line a cycle. 0: not known, or several ports, among which a kernel's lines stay in
  /// order: one that waits at a port keeps those of the others waiting.
  unsigned backlog() const { return timing && ports == 1 ? timing->readLatency + 4 : 0; }
  /// The port that an address lies at: the number of its stripe in digits of base `ports`, added without carry
  /// (rtl/mem/row_hash.sv), so that addresses any power of two apart lie at different ones.
  unsigned portOf(uint64_t address) const;
  /// On-chip memory of a kernel with __local arguments for them: groups in flight share it in parts that are powers of
  /// two, the largest of which holds all that one group may have.
  uint64_t localPoolBytes() const { return std::bit_ceil(localMemoryBytes); }
  /// CL_DEVICE_PRINTF_BUFFER_SIZE: of the buffer (kernel/print.h) to which printf of a launch writes. 0: printf is
  /// refused, for want of room, or of the atomics in memory by which calls reserve their part.
  uint64_t printBytes() const;
  /// Cycles of a bit on the serial line, of boards that have one.
  unsigned uartDivisor() const { return (unsigned(clockMhz * 1e6) + uart->baud / 2) / uart->baud; }
  /// How far the serial line's rate is off, as a share of it.
  double baudError() const { return std::abs(clockMhz * 1e6 / uartDivisor() - uart->baud) / uart->baud; }
  /// The module that is the controller of the SDRAM chip.
  std::string memoryController() const;
};

/// Reads board/<name>/board.json from the resource directory. Throws std::runtime_error that names the file and the
/// field.
Description loadDescription(const std::string &name);

/// The names that loadDescription knows, in alphabetical order.
std::vector<std::string> descriptionNames();

/// Parses the text of a description; `origin` names it in errors.
Description parseDescription(const std::string &json, const std::string &origin);

/// The board at another clock than its own, which a PLL makes. Throws std::runtime_error if it cannot have it.
Description withClock(const Description &board, double mhz);

}  // namespace weft::board
