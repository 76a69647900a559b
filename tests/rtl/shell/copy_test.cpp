// SPDX-License-Identifier: Apache-2.0
// Copies and fills of random shape and alignment under random stalls, against a reference; nothing else changes,
// nothing else is read; throughput; ring wrap-around; refusals and bus errors.
#include <algorithm>
#include <set>

#include "tests/rtl/shell/shell_bench.h"

using namespace bench;
using weft::abi::Completion;
using weft::abi::Descriptor;
using weft::abi::Opcode;
using weft::abi::Status;

namespace {

constexpr uint64_t kRing = kHostBase, kRecord = kHostBase + 0x4000;
constexpr uint64_t kHostData = 0x10000;  // offset of the area that copies use, in both memories

void fillRandom(std::vector<uint8_t> &bytes, uint64_t from, Random &random) {
  for (size_t i = from; i < bytes.size(); ++i)
    bytes[i] = uint8_t(random.next());
}

uint64_t rowAt(uint64_t base, uint64_t slice, uint64_t row, uint64_t rowPitch, uint64_t slicePitch) {
  return base + slice * slicePitch + row * rowPitch;
}

std::set<uint64_t> linesOf(uint64_t base, const Descriptor &d, uint64_t rowPitch, uint64_t slicePitch) {
  std::set<uint64_t> lines;
  for (uint64_t s = 0; s < d.slices; ++s)
    for (uint64_t r = 0; r < d.rows; ++r) {
      const uint64_t a = rowAt(base, s, r, rowPitch, slicePitch);
      for (uint64_t line = a / kLineBytes * kLineBytes; line < a + d.width; line += kLineBytes)
        lines.insert(line);
    }
  return lines;
}

/// A random box that fits in `space` bytes on both sides: sets width, counts and pitches.
Descriptor randomBox(Random &random, uint64_t space, uint64_t &srcExtent, uint64_t &dstExtent) {
  Descriptor d;
  const unsigned kind = random.below(4);
  d.width = kind == 0 ? random.range(1, 3 * kLineBytes) : kind == 1 ? random.range(1, 20) : random.range(1, space / 2);
  d.rows = kind == 2 || random.chance(30)
               ? 1
               : random.range(1, std::max<uint64_t>(1, std::min<uint64_t>(40, space / 4 / d.width)));
  d.slices = kind == 2 || random.chance(50)
                 ? 1
                 : random.range(1, std::max<uint64_t>(1, std::min<uint64_t>(5, space / 8 / d.width / d.rows)));
  auto pitches = [&](uint64_t &row, uint64_t &slice, uint64_t &extent) {
    const uint64_t slackRow =
        space / 2 / (uint64_t(d.rows) * d.slices) > d.width ? space / 2 / (uint64_t(d.rows) * d.slices) - d.width : 0;
    row = d.width + (random.chance(30) ? 0 : random.below(std::min<uint64_t>(slackRow, 300)));
    slice = row * d.rows + (random.chance(30) ? 0 : random.below(200));
    extent = (d.slices - 1) * slice + (d.rows - 1) * row + d.width;
  };
  pitches(d.src_row_pitch, d.src_slice_pitch, srcExtent);
  pitches(d.dst_row_pitch, d.dst_slice_pitch, dstExtent);
  return d;
}

class CopyTest {
public:
  explicit CopyTest(uint64_t seed) : shell(seed), random(seed + 7) {
    fillRandom(shell.host.bytes, kHostData, random);
    fillRandom(shell.memory.bytes, 0, random);
    shell.openRing(kRing, 3);
  }

  void randomCopy() {
    const uint64_t space = 0x20000;
    uint64_t srcExtent, dstExtent;
    Descriptor d = randomBox(random, random.chance(80) ? 0x1000 : space, srcExtent, dstExtent);
    const Opcode opcode = Opcode(random.range(1, 4));
    d.opcode = uint8_t(opcode);
    const bool fill = opcode == Opcode::FILL;
    const bool srcHost = opcode == Opcode::COPY_H2D || fill, dstHost = opcode == Opcode::COPY_D2H;
    if (fill)
      srcExtent = weft::abi::FILL_PATTERN_BYTES;
    // D2D: apart, as overlapping copies are undefined.
    d.src = (srcHost ? kHostBase : 0) + kHostData + random.below(space - std::min(space, srcExtent) + 1);
    d.dst = (dstHost ? kHostBase : 0) + kHostData + space * 2 + random.below(space - std::min(space, dstExtent) + 1);

    std::vector<uint8_t> &dst = dstHost ? shell.host.bytes : shell.memory.bytes;
    const std::vector<uint8_t> &src = srcHost ? shell.host.bytes : shell.memory.bytes;
    const uint64_t dstBase = dstHost ? kHostBase : 0, srcBase = srcHost ? kHostBase : 0;
    std::vector<uint8_t> expected = dst;
    for (uint64_t s = 0; s < d.slices; ++s)
      for (uint64_t r = 0; r < d.rows; ++r)
        for (uint64_t x = 0; x < d.width; ++x) {
          const uint64_t to = rowAt(d.dst, s, r, d.dst_row_pitch, d.dst_slice_pitch) + x;
          const uint64_t from = fill ? d.src + to % 128 : rowAt(d.src, s, r, d.src_row_pitch, d.src_slice_pitch) + x;
          expected[to - dstBase] = src[from - srcBase];
        }
    Descriptor source = d;
    if (fill)
      source.width = weft::abi::FILL_PATTERN_BYTES, source.rows = source.slices = 1;
    const std::set<uint64_t> readable = linesOf(d.src, source, d.src_row_pitch, d.src_slice_pitch);
    shell.host.onRead = [&](unsigned, uint64_t line) {
      BENCH_CHECK(line < kHostBase + kHostData || (srcHost && readable.count(line)), "host line %#llx for nothing",
                  (unsigned long long)line);
    };
    shell.memory.onRead = [&](unsigned, uint64_t line) {
      BENCH_CHECK(!srcHost && readable.count(line), "device line %#llx for nothing", (unsigned long long)line);
    };
    shell.host.timing = AxiTiming::random(random);
    shell.memory.timing = AxiTiming::random(random);
    const Completion c = shell.run(d, kRecord);
    shell.host.onRead = shell.memory.onRead = nullptr;
    BENCH_CHECK(c.status == uint32_t(Status::OK), "status %u", c.status);
    if (dstHost)
      std::copy_n(shell.host.bytes.begin(), kHostData, expected.begin());
    if (expected != dst) {
      const size_t at = std::mismatch(expected.begin(), expected.end(), dst.begin()).first - expected.begin();
      BENCH_CHECK(false,
                  "opcode %u width %llu rows %u slices %u src %#llx dst %#llx: byte at %#zx is %02x, expected %02x",
                  d.opcode, (unsigned long long)d.width, d.rows, d.slices, (unsigned long long)d.src,
                  (unsigned long long)d.dst, at, dst[at], expected[at]);
    }
  }

  /// A command between ideal memories; returns its cycles.
  uint64_t timed(Opcode opcode, uint64_t srcOffset, uint64_t dstOffset, uint64_t width, uint32_t rows = 1,
                 uint64_t pitch = 0) {
    shell.host.timing = AxiTiming::ideal(60);
    shell.memory.timing = AxiTiming::ideal(30);
    Descriptor d;
    d.opcode = uint8_t(opcode);
    const bool srcHost = opcode == Opcode::COPY_H2D || opcode == Opcode::FILL, dstHost = opcode == Opcode::COPY_D2H;
    d.src = (srcHost ? kHostBase : 0) + kHostData + srcOffset;
    d.dst = (dstHost ? kHostBase : 0) + kHostData + 0x60000 + dstOffset;
    d.width = width, d.rows = rows, d.slices = 1;
    d.src_row_pitch = d.dst_row_pitch = pitch;
    const Completion c = shell.run(d, kRecord);
    BENCH_CHECK(c.status == uint32_t(Status::OK));
    return c.end - c.start;
  }

  void throughput() {
    const uint64_t size = 65536, lines = size / kLineBytes;
    struct Case {
      const char *name;
      uint64_t cycles, limit;
    };
    const uint64_t overhead = 60 + 30 + 30;  // both latencies and the pipeline, once
    const Case cases[] = {
        {"aligned to device", timed(Opcode::COPY_H2D, 0, 0, size), lines + overhead},
        {"aligned to host", timed(Opcode::COPY_D2H, 0, 0, size), lines + overhead},
        {"aligned on device", timed(Opcode::COPY_D2D, 0, 0, size), lines + overhead},
        {"unaligned to device", timed(Opcode::COPY_H2D, 5, 11, size), lines + 2 + overhead},
        {"unaligned to host", timed(Opcode::COPY_D2H, 13, 3, size), lines + 2 + overhead},
        {"unaligned on device", timed(Opcode::COPY_D2D, 1, 0, size), lines + 2 + overhead},
        {"fill", timed(Opcode::FILL, 0, 7, size), lines + 2 + 2 * overhead},
        {"rows of 4 bytes", timed(Opcode::COPY_H2D, 4, 8, 4, 1000, 128), 1000 + overhead},
        {"unaligned rows of 64 bytes", timed(Opcode::COPY_H2D, 3, 1, 64, 500, 192),
         500 * (64 / kLineBytes + 2) + overhead},
    };
    for (const Case &c : cases) {
      std::printf("%-28s %5llu cycles (limit %llu)\n", c.name, (unsigned long long)c.cycles,
                  (unsigned long long)c.limit);
      BENCH_CHECK(c.cycles <= c.limit, "%s is too slow", c.name);
    }
  }

  /// Many commands published at once in a ring of 8; interrupts; records in order; start and end do not overlap.
  void ringWrap() {
    shell.host.timing = AxiTiming::ideal(20);
    shell.writeRegister(weft::abi::reg::IRQ_ENABLE, weft::abi::reg::IRQ_ENABLE_COMPLETION);
    for (unsigned round = 0; round < 5; ++round) {
      const unsigned count = random.range(1, 8);
      for (unsigned i = 0; i < count; ++i) {
        Descriptor d;
        d.opcode = uint8_t(i % 2 ? Opcode::COPY_D2D : Opcode::NOP);
        d.src = 0x40000 + i * 64, d.dst = 0x50000 + i * 64, d.width = 64, d.rows = d.slices = 1;
        d.tag = round * 100 + i;
        d.flags = i + 1 == count ? weft::abi::FLAG_IRQ : 0;
        d.completion = kRecord + i * sizeof(Completion);
        std::memset(shell.host.at(d.completion), 0, sizeof(Completion));
        shell.publish(d);
      }
      BENCH_CHECK(!shell.model().irq_o);
      shell.doorbell();
      for (unsigned i = 0; !shell.model().irq_o; ++i) {
        BENCH_CHECK(i < 10000, "no interrupt");
        shell.step();
      }
      uint64_t last = 0;
      for (unsigned i = 0; i < count; ++i) {
        const Completion c = shell.record(kRecord + i * sizeof(Completion));
        BENCH_CHECK(c.valid == 1 && c.tag == round * 100 + i && c.status == 0 && c.start >= last && c.end >= c.start,
                    "record %u", i);
        last = c.end;
      }
      BENCH_CHECK(shell.readRegister(weft::abi::reg::IRQ_STATUS) == 1);
      shell.writeRegister(weft::abi::reg::IRQ_STATUS, 1);
      shell.step();
      BENCH_CHECK(!shell.model().irq_o && shell.readRegister(weft::abi::reg::STATUS) == 0);
      BENCH_CHECK(shell.readRegister(weft::abi::reg::RING_TAIL) == shell.readRegister(weft::abi::reg::RING_HEAD));
    }
    shell.writeRegister(weft::abi::reg::IRQ_ENABLE, 0);
  }

  Status outcome(Descriptor d) { return Status(shell.run(d, kRecord).status); }

  void refusals() {
    Descriptor d;
    d.opcode = 77;
    BENCH_CHECK(outcome(d) == Status::BAD_DESCRIPTOR);
    d.opcode = uint8_t(Opcode::COPY_H2D);
    d.src = kHostBase + kHostData, d.dst = 0x1000, d.width = 100;
    BENCH_CHECK(outcome(d) == Status::BAD_DESCRIPTOR, "no rows");
    d.rows = 1;
    BENCH_CHECK(outcome(d) == Status::BAD_DESCRIPTOR, "no slices");
    d.slices = 1;
    BENCH_CHECK(outcome(d) == Status::OK);
    d.width = 0, d.rows = 0;
    const std::vector<uint8_t> before = shell.memory.bytes;
    BENCH_CHECK(outcome(d) == Status::OK, "an empty copy does nothing");
    BENCH_CHECK(before == shell.memory.bytes);
    d.width = 100, d.rows = 1, d.dst = 1ull << 40;
    BENCH_CHECK(outcome(d) == Status::BAD_DESCRIPTOR, "device address out of range");

    // Bus errors: host range unknown, device memory ends.
    d.dst = 0x1000, d.src = kHostBase + kHostSize - 50;
    BENCH_CHECK(outcome(d) == Status::HOST_BUS_ERROR);
    d.src = kHostBase + kHostData, d.dst = kMemSize - 50;
    BENCH_CHECK(outcome(d) == Status::DEVICE_BUS_ERROR);
    const std::vector<uint8_t> kept = shell.memory.bytes;
    d.dst = 0xFFFFFFFF - 50;
    BENCH_CHECK(outcome(d) == Status::DEVICE_BUS_ERROR, "a copy that runs past the end of the address space");
    BENCH_CHECK(kept == shell.memory.bytes, "a copy that runs past the end of the address space wraps round");
    d.opcode = uint8_t(Opcode::COPY_D2H), d.src = 0xFFFFFFFF - 50, d.dst = kHostBase + kHostData;
    BENCH_CHECK(outcome(d) == Status::DEVICE_BUS_ERROR);
    d.src = 0x1000, d.dst = kHostBase + kHostSize - 10;
    BENCH_CHECK(outcome(d) == Status::HOST_BUS_ERROR);
    d.opcode = uint8_t(Opcode::FILL), d.src = kHostBase + kHostSize - 10, d.dst = 0x1000;
    BENCH_CHECK(outcome(d) == Status::HOST_BUS_ERROR);
    d.src = kHostBase + kHostData, d.dst = kMemSize - 1;
    BENCH_CHECK(outcome(d) == Status::DEVICE_BUS_ERROR);
    d = {};
    BENCH_CHECK(outcome(d) == Status::OK, "works on afterwards");
  }

  void registers() {
    namespace reg = weft::abi::reg;
    BENCH_CHECK(shell.readRegister(reg::ID) == weft::abi::ID_VALUE &&
                shell.readRegister(reg::VERSION) == weft::abi::kVersion);
    shell.readRegister(0xFFC);
    BENCH_CHECK(shell.lastResponse == 2, "unmapped register");
    shell.writeRegister(0x100, 1);
    BENCH_CHECK(shell.lastResponse == 2, "unmapped register");
    shell.readRegister(reg::STATUS);
    BENCH_CHECK(shell.lastResponse == 0);
    const uint32_t low = shell.readRegister(reg::TIMER_LO);
    BENCH_CHECK(low <= now && low + 10 >= now && shell.readRegister(reg::TIMER_HI) == 0);
    BENCH_CHECK(shell.readRegister(reg::RING_BASE_LO) == uint32_t(kRing) &&
                shell.readRegister(reg::RING_BASE_HI) == kRing >> 32);
  }

  /// A ring that cannot be read stops the shell until ENABLE is cleared.
  void brokenRing() {
    namespace reg = weft::abi::reg;
    shell.writeRegister(reg::RING_BASE_HI, 0);
    shell.publish({});
    shell.doorbell();
    for (unsigned i = 0; !(shell.readRegister(reg::STATUS) & reg::STATUS_RING_ERROR); ++i)
      BENCH_CHECK(i < 100, "no ring error");
    shell.writeRegister(reg::RING_BASE_HI, uint32_t(kRing >> 32));
    const uint32_t tail = shell.readRegister(reg::RING_TAIL);
    BENCH_CHECK(tail + 1 == shell.readRegister(reg::RING_HEAD));
    shell.writeRegister(reg::CONTROL, 0);
    shell.writeRegister(reg::CONTROL, reg::CONTROL_ENABLE);
    for (unsigned i = 0; shell.readRegister(reg::RING_TAIL) == tail; ++i)
      BENCH_CHECK(i < 100, "does not go on");
    BENCH_CHECK(!(shell.readRegister(reg::STATUS) & reg::STATUS_RING_ERROR), "still in error");
    for (unsigned i = 0; shell.readRegister(reg::STATUS) != 0; ++i)
      BENCH_CHECK(i < 100, "does not come to rest");
  }

  ShellBench shell;
  Random random;
};

}  // namespace

int main(int argc, char **argv) {
  const uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 1;
  const unsigned count = argc > 2 ? std::atoi(argv[2]) : 1000;
  CopyTest test(seed);
  test.registers();
  for (unsigned i = 0; i < count; ++i)
    test.randomCopy();
  test.throughput();
  test.ringWrap();
  test.refusals();
  test.brokenRing();
  for (unsigned i = 0; i < 20; ++i)
    test.randomCopy();
  std::puts("ok");
}
