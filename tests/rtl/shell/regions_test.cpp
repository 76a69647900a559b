// SPDX-License-Identifier: Apache-2.0
// Several kernel regions: launches beside copies and beside each other, records in the order in which things end,
// launches that wait for their region, faults and errors kept apart; random mixtures of commands under random stalls.
#include <deque>
#include <optional>
#include <set>

#include "tests/rtl/shell/mock_kernel.h"

using namespace bench;
using weft::abi::Completion;
using weft::abi::Descriptor;
using weft::abi::Fault;
using weft::abi::Opcode;
using weft::abi::Status;
namespace reg = weft::abi::reg;

namespace {

constexpr unsigned kRegions = NUM_REGIONS, kCommands = 8, kRingLog2 = 5;
static_assert(kCommands * (1 + weft::abi::INLINE_ENTRIES) == 1 << kRingLog2);
constexpr uint64_t kRingAt = kHostBase, kRecords = kHostBase + 0x4000, kWords = kHostBase + 0x8000,
                   kHostData = kHostBase + 0x10000;
// Areas of device memory: what kernels read, what each writes, what copies use, the counter.
constexpr uint64_t kSource = 0, kTargets = 0x20000, kTargetSize = 0x8000, kCopies = 0x80000, kCounter = 0xF0000;

constexpr uint64_t kEndless = ~0ull;

struct InFlight {
  Descriptor d;
  unsigned slot = 0;
  size_t run = 0;  // launches: number in its region
};

class RegionsTest {
public:
  explicit RegionsTest(uint64_t seed) : shell(seed), mocks(kRegions, 32, seed + 10), random(seed + 3) {
    shell.kernel = &mocks;
    for (uint8_t &byte : shell.host.bytes)
      byte = uint8_t(random.next());
    for (uint8_t &byte : shell.memory.bytes)
      byte = uint8_t(random.next());
    std::memset(shell.memory.at(kCounter), 0, 4);
    shell.openRing(kRingAt, kRingLog2);
    shell.writeRegister(reg::IRQ_ENABLE, reg::IRQ_ENABLE_COMPLETION);
    for (unsigned i = 0; i < kCommands; ++i)
      freeSlots.push_back(i);
  }

  MockKernel &kernel(unsigned region) { return mocks.kernels[region]; }

  Descriptor launch(unsigned region, std::vector<uint64_t> words) {
    Descriptor d;
    d.opcode = uint8_t(Opcode::LAUNCH), d.region = uint16_t(region);
    words.resize(std::max<size_t>(words.size(), MockKernel::NumWords));
    d.width = words.size() * 8;
    pendingWords = words;
    return d;
  }

  /// Publishes with a record and launch words of its own, these at random or as the test says in the ring.
  InFlight publish(Descriptor d, uint8_t flags = weft::abi::FLAG_IRQ, std::optional<bool> inRing = {}) {
    InFlight command;
    command.slot = freeSlots.front();
    freeSlots.pop_front();
    d.flags = flags, d.tag = uint32_t(random.next());
    d.completion = kRecords + command.slot * sizeof(Completion);
    std::memset(shell.host.at(d.completion), 0, sizeof(Completion));
    std::vector<uint64_t> inlined;
    if (d.opcode == uint8_t(Opcode::LAUNCH) && !pendingWords.empty()) {
      d.src = kWords + command.slot * 0x800 + 8 * random.below(16);
      std::memcpy(shell.host.at(d.src), pendingWords.data(), pendingWords.size() * 8);
      if (inRing ? *inRing : random.chance(50))
        inlined.swap(pendingWords);
      pendingWords.clear();
      if (d.region < kRegions)
        command.run = launched[d.region]++;
    }
    command.d = d;
    shell.publish(d, inlined);
    return command;
  }

  bool isDone(const InFlight &command) { return shell.record(command.d.completion).valid; }

  /// The record, checked against what the region did.
  Completion outcome(const InFlight &command) {
    const Completion c = shell.record(command.d.completion);
    BENCH_CHECK(c.valid == 1 && c.tag == command.d.tag && c.start <= c.end && c.end <= now, "record of slot %u",
                command.slot);
    if (c.status == uint32_t(Status::ABORTED)) {
      const MockKernel::Run &run = kernel(command.d.region).runs.at(command.run);
      BENCH_CHECK(!run.doneAt && c.end > run.startedAt && c.run_cycles <= c.end - run.startedAt);
      BENCH_CHECK(c.fault == uint32_t(Fault::CIRCULATING) && c.fault_site == MockKernel::kInFlightReported &&
                  c.fault_addr == MockKernel::kStallPointsReported);
    } else if (command.d.opcode == uint8_t(Opcode::LAUNCH) && c.status != uint32_t(Status::BAD_DESCRIPTOR)) {
      const MockKernel::Run &run = kernel(command.d.region).runs.at(command.run);
      BENCH_CHECK(c.run_cycles == run.doneAt - run.startedAt, "run cycles");
      BENCH_CHECK(c.start < run.startedAt && c.end > run.doneAt && c.end <= run.doneAt + 3, "times of a launch");
      BENCH_CHECK(run.words.size() * 8 == command.d.width &&
                      !std::memcmp(run.words.data(), shell.host.at(command.d.src), command.d.width),
                  "launch words");
      const bool faulty = c.status == uint32_t(Status::KERNEL_FAULT);
      BENCH_CHECK(faulty == bool(run.words[MockKernel::Faulty]));
      BENCH_CHECK(c.fault == (faulty ? uint32_t(Fault::OUT_OF_BOUNDS_WRITE) : 0) &&
                  c.fault_site == (faulty ? 17u + command.d.region : 0) &&
                  c.fault_addr == (faulty ? 0x123456789ull + command.d.region : 0));
    } else
      BENCH_CHECK(c.run_cycles == 0 && c.fault == 0);
    freeSlots.push_back(command.slot);
    return c;
  }

  Completion wait(const InFlight &command, uint64_t limit = 100000) {
    for (uint64_t i = 0; !isDone(command); ++i) {
      BENCH_CHECK(i < limit, "command does not complete");
      shell.step();
    }
    return outcome(command);
  }

  /// A launch that is ended, by its limit or by the host: beside it and after it all goes on. Whatever is in flight
  /// then, and whatever the timing.
  void ended(bool byHost) {
    const unsigned other = kRegions - 1;
    shell.host.timing = AxiTiming::random(random);
    shell.memory.timing = AxiTiming::random(random);
    const uint64_t target = kTargets + random.below(100) * kLineBytes, lines = 300, limit = random.range(1, 6000);
    const std::vector<uint8_t> before = shell.memory.bytes;
    const unsigned count = kernel(0).ended;
    Descriptor d = launch(0, {kSource, target, lines, 3, kEndless, 0, kCounter, random.chance(50) ? 1000u : 0u});
    d.cycle_limit = byHost ? 0 : limit;
    const InFlight endless = publish(d);
    const InFlight beside = publish(launch(other, {kSource, kTargets + other * kTargetSize, 100, 5, 3000}));
    const InFlight next = publish(launch(0, {kSource, target, 20, 9}));
    shell.doorbell();
    if (byHost) {
      for (uint64_t i = 0; i < limit; ++i)
        shell.step();
      shell.writeRegister(reg::ABORT, 1);
      BENCH_CHECK(shell.readRegister(reg::ABORT) == 1);
    }
    const Completion c = wait(endless);
    shell.writeRegister(reg::ABORT, 0);
    BENCH_CHECK(c.status == uint32_t(Status::ABORTED) && kernel(0).ended == count + 1);
    BENCH_CHECK(byHost || (c.run_cycles >= limit && c.run_cycles <= limit + 2060), "%llu cycles, limit %llu",
                (unsigned long long)c.run_cycles, (unsigned long long)limit);
    if (kRegions > 1) {
      BENCH_CHECK(wait(beside).status == uint32_t(Status::OK));
      for (unsigned i = 0; i < 100 * kLineBytes; ++i)
        BENCH_CHECK(*shell.memory.at(kTargets + other * kTargetSize + i) == uint8_t(*shell.memory.at(kSource + i) + 5));
    } else
      wait(beside);
    BENCH_CHECK(wait(next).status == uint32_t(Status::OK));
    for (unsigned i = 0; i < lines * kLineBytes; ++i) {
      const uint8_t is = *shell.memory.at(target + i), source = *shell.memory.at(kSource + i);
      if (i < 20 * kLineBytes)
        BENCH_CHECK(is == uint8_t(source + 9), "byte %u of the launch after it", i);
      else
        BENCH_CHECK(is == uint8_t(source + 3) || is == before[target + i], "byte %u of the launch that was ended", i);
    }
    std::memset(shell.memory.at(kCounter), 0, 4);
    kernel(0).counted.clear();
  }

  /// A launch that becomes done after its limit, but before it is ended, is done.
  void justInTime() {
    ideal();
    Descriptor d = launch(0, {kSource, kTargets, 10, 1, 1500});
    d.cycle_limit = 200;
    const InFlight late = publish(d);
    shell.doorbell();
    const Completion c = wait(late);
    BENCH_CHECK(c.status == uint32_t(Status::OK) && c.run_cycles > 200 && c.fault == 0);
  }

  void settle() {
    for (unsigned i = 0; i < 100; ++i)
      shell.step();
  }

  void ideal() {
    shell.host.timing = AxiTiming::ideal(60);
    shell.memory.timing = AxiTiming::ideal(30);
  }

  static Descriptor copy(uint64_t from, uint64_t to, uint64_t bytes) {
    Descriptor d;
    d.opcode = uint8_t(Opcode::COPY_D2D);
    d.src = from, d.dst = to, d.width = bytes, d.rows = d.slices = 1;
    return d;
  }

  // ---- Directed.
  void besideCopy() {
    ideal();
    const InFlight first = publish(launch(0, {kSource, kTargets, 200, 1, 4000}));
    const InFlight second = publish(copy(kCopies, kCopies + 0x8000, 0x4000));
    shell.doorbell();
    const Completion c = wait(second);
    BENCH_CHECK(!isDone(first), "the copy waited for the kernel");
    BENCH_CHECK(shell.readRegister(reg::STATUS) == reg::STATUS_BUSY &&
                shell.readRegister(reg::RING_TAIL) == shell.readRegister(reg::RING_HEAD));
    const Completion k = wait(first);
    BENCH_CHECK(k.start < c.start && c.end < k.end, "they overlap");
    BENCH_CHECK(!std::memcmp(shell.memory.at(kCopies), shell.memory.at(kCopies + 0x8000), 0x4000));
    for (unsigned i = 0; i < 200 * kLineBytes; ++i)
      BENCH_CHECK(*shell.memory.at(kTargets + i) == uint8_t(*shell.memory.at(kSource + i) + 1), "byte %u", i);
    settle();
    BENCH_CHECK(shell.readRegister(reg::STATUS) == 0);
  }

  /// A launch that waits for its region stays in the ring with its words: what clears ENABLE keeps it from starting.
  void waitsInTheRing() {
    ideal();
    while (shell.readRegister(reg::RING_HEAD) % (1 << kRingLog2) > 20) {
      const InFlight marker = publish({});
      shell.doorbell();
      wait(marker);
    }
    const InFlight first = publish(launch(0, {kSource, kTargets, 10, 1, 3000}), 0, true);
    const InFlight second = publish(launch(0, {kSource, kTargets, 10, 2}), 0, true);
    shell.doorbell();
    for (unsigned i = 0; i < 1000; ++i)
      shell.step();
    const uint32_t head = shell.readRegister(reg::RING_HEAD);
    BENCH_CHECK(shell.readRegister(reg::RING_TAIL) == head - 2, "the second launch and its words");
    BENCH_CHECK(shell.readRegister(reg::STATUS) == reg::STATUS_BUSY);
    shell.writeRegister(reg::CONTROL, 0);
    wait(first);
    settle();
    BENCH_CHECK(shell.readRegister(reg::STATUS) == 0 && !isDone(second));
    shell.writeRegister(reg::CONTROL, reg::CONTROL_ENABLE);
    BENCH_CHECK(wait(second).status == uint32_t(Status::OK));
    BENCH_CHECK(shell.readRegister(reg::RING_TAIL) == head);
  }

  void allAtOnce() {
    ideal();
    std::vector<InFlight> commands;
    for (unsigned r = 0; r < kRegions; ++r)
      commands.push_back(publish(launch(r, {kSource, kTargets + r * kTargetSize, 100, r + 1, 6000 - 1500 * r})));
    shell.doorbell();
    std::vector<Completion> records(kRegions);
    for (unsigned r = kRegions; r-- > 0;) {  // the last launched ends first
      records[r] = wait(commands[r]);
      if (r)
        BENCH_CHECK(!isDone(commands[r - 1]));
    }
    for (unsigned r = 1; r < kRegions; ++r)
      BENCH_CHECK(records[r].start < records[0].end && records[r].end < records[r - 1].end,
                  "region %u runs beside region 0", r);
    for (unsigned r = 0; r < kRegions; ++r)
      for (unsigned i = 0; i < 100 * kLineBytes; ++i)
        BENCH_CHECK(*shell.memory.at(kTargets + r * kTargetSize + i) == uint8_t(*shell.memory.at(kSource + i) + r + 1));
  }

  /// A launch into a region that is busy waits, and so does what comes after it; other regions go on.
  void waitsForItsRegion() {
    ideal();
    const unsigned other = kRegions - 1;
    const InFlight one = publish(launch(0, {0, 0, 0, 0, 1500}));
    const InFlight beside = publish(launch(other, {0, 0, 0, 0, 400}));
    const InFlight two = publish(launch(0, {0, 0, 0, 0, 500}));
    const InFlight last = publish(Descriptor{});
    shell.doorbell();
    const Completion cBeside = wait(beside);
    settle();
    BENCH_CHECK(!isDone(one) && !isDone(two) && !isDone(last), "it did not wait");
    BENCH_CHECK(shell.model().quiet_o, "nothing to do meanwhile");
    const Completion cOne = wait(one), cLast = wait(last);
    BENCH_CHECK(!isDone(two), "the marker waited for the second launch's end");
    const Completion cTwo = wait(two);
    BENCH_CHECK(cBeside.end < cOne.end && cTwo.start > cOne.end && cLast.start > cTwo.start && cLast.end < cTwo.end);
  }

  void keptApart() {
    ideal();
    const unsigned other = kRegions - 1;
    // A fault there, a bus error here, a clean run: each in its own record.
    InFlight clean = publish(launch(0, {kSource, kTargets, 100, 3, 900}));
    InFlight faulty = publish(launch(other, {kSource, kTargets + other * kTargetSize, 5, 0, 10, 1}));
    shell.doorbell();
    BENCH_CHECK(wait(faulty).status == uint32_t(Status::KERNEL_FAULT));
    InFlight refused = publish(launch(other, {kMemSize, kTargets + other * kTargetSize, 3, 0, 10}));
    shell.doorbell();
    BENCH_CHECK(wait(refused).status == uint32_t(Status::DEVICE_BUS_ERROR));
    refused = publish(launch(other, {kSource, kMemSize, 3, 0, 10}));
    shell.doorbell();
    BENCH_CHECK(wait(refused).status == uint32_t(Status::DEVICE_BUS_ERROR));
    BENCH_CHECK(!isDone(clean));
    BENCH_CHECK(wait(clean).status == uint32_t(Status::OK), "another region's error");
    clean = publish(launch(other, {kSource, kTargets + other * kTargetSize, 3, 0, 10}));
    Descriptor bad = launch(0, {});
    bad.region = kRegions;
    const InFlight nowhere = publish(bad);
    shell.doorbell();
    BENCH_CHECK(wait(clean).status == uint32_t(Status::OK), "the region's own last error");
    BENCH_CHECK(wait(nowhere).status == uint32_t(Status::BAD_DESCRIPTOR));
  }

  /// A ring that cannot be read stops the shell, but for kernels: their records come when ENABLE is cleared.
  void brokenRing() {
    ideal();
    const InFlight running = publish(launch(1, {0, 0, 0, 0, 800}));
    shell.doorbell();
    while (!kernelStarted(1, running.run))
      shell.step();
    shell.writeRegister(reg::RING_BASE_HI, 0);
    const InFlight lost = publish(Descriptor{});
    shell.doorbell();
    for (unsigned i = 0; !(shell.readRegister(reg::STATUS) & reg::STATUS_RING_ERROR); ++i)
      BENCH_CHECK(i < 100, "no ring error");
    BENCH_CHECK(shell.readRegister(reg::STATUS) == (reg::STATUS_RING_ERROR | reg::STATUS_BUSY),
                "the kernel still runs");
    for (unsigned i = 0; shell.readRegister(reg::STATUS) & reg::STATUS_BUSY; ++i)
      BENCH_CHECK(i < 1000);
    BENCH_CHECK(!isDone(running));
    shell.writeRegister(reg::RING_BASE_HI, uint32_t(kRingAt >> 32));
    shell.writeRegister(reg::CONTROL, 0);
    BENCH_CHECK(wait(running).status == uint32_t(Status::OK));
    BENCH_CHECK(!isDone(lost));
    shell.writeRegister(reg::CONTROL, reg::CONTROL_ENABLE);
    BENCH_CHECK(wait(lost).status == uint32_t(Status::OK));
  }

  bool kernelStarted(unsigned region, size_t run) { return kernel(region).runs.size() > run; }

  // ---- Random.
  void mixture(unsigned count) {
    std::vector<uint8_t> memory = shell.memory.bytes, host = shell.host.bytes;
    std::deque<InFlight> inFlight;
    unsigned published = 0, ended = 0, irqs = 0;
    uint64_t counts = 0, lastEnd = 0;
    for (MockKernel &mock : mocks.kernels)
      mock.counted.clear();
    uint32_t counter;
    std::memcpy(&counter, shell.memory.at(kCounter), 4);
    uint64_t lastChange = now;
    while (ended < count) {
      BENCH_CHECK(now - lastChange < 100000, "nothing completes any more");
      if (random.chance(2)) {
        shell.host.timing = AxiTiming::random(random);
        shell.memory.timing = AxiTiming::random(random);
      }
      if (published < count && inFlight.size() < kCommands && random.chance(5)) {
        do {
          inFlight.push_back(publish(randomCommand(memory, host, counts), random.chance(70) ? weft::abi::FLAG_IRQ : 0));
          ++published;
        } while (published < count && inFlight.size() < kCommands && random.chance(50));
        shell.doorbell();
      }
      shell.step();
      irqs += shell.model().irq_o;
      // Copies end in the order of the ring, launches of a region in theirs.
      std::set<unsigned> open;
      for (size_t i = 0; i < inFlight.size();) {
        const Descriptor &d = inFlight[i].d;
        const unsigned kind = d.opcode == uint8_t(Opcode::LAUNCH) ? d.region : kRegions;
        if (!isDone(inFlight[i])) {
          open.insert(kind);
          ++i;
          continue;
        }
        BENCH_CHECK(!open.count(kind), "record of command %u out of turn", ended);
        const Completion c = outcome(inFlight[i]);
        BENCH_CHECK(c.status == uint32_t(Status::OK) || c.status == uint32_t(Status::KERNEL_FAULT));
        if (kind == kRegions) {
          BENCH_CHECK(c.start >= lastEnd, "two copies at once");
          lastEnd = c.end;
        }
        inFlight.erase(inFlight.begin() + long(i));
        ++ended;
        lastChange = now;
      }
      if (shell.model().irq_o && random.chance(10))
        shell.writeRegister(reg::IRQ_STATUS, reg::IRQ_STATUS_COMPLETION);
    }
    BENCH_CHECK(irqs > 0);
    while (!shell.host.idle() || !shell.memory.idle())
      shell.step();
    settle();
    BENCH_CHECK(shell.readRegister(reg::STATUS) == 0);
    BENCH_CHECK(shell.readRegister(reg::RING_TAIL) == shell.readRegister(reg::RING_HEAD));
    uint32_t total;
    std::memcpy(&total, shell.memory.at(kCounter), 4);
    BENCH_CHECK(total == counter + uint32_t(counts), "%u counted, %u expected", total, counter + uint32_t(counts));
    // Each atomic of any region saw a value of its own.
    std::set<uint64_t> seen;
    for (MockKernel &mock : mocks.kernels)
      seen.insert(mock.counted.begin(), mock.counted.end());
    BENCH_CHECK(seen.size() == counts && (!counts || (*seen.begin() == counter && *seen.rbegin() == total - 1)));
    std::memcpy(memory.data() + kCounter, &total, 4);
    BENCH_CHECK(memory == shell.memory.bytes, "device memory");
    BENCH_CHECK(std::equal(host.begin() + 0x10000, host.end(), shell.host.bytes.begin() + 0x10000), "host memory");
  }

private:
  Descriptor randomCommand(std::vector<uint8_t> &memory, std::vector<uint8_t> &host, uint64_t &counts) {
    const unsigned kind = unsigned(random.below(10));
    if (kind < 5) {
      const unsigned region = unsigned(random.below(kRegions));
      std::vector<uint64_t> words(MockKernel::NumWords + random.below(40));
      for (uint64_t &word : words)
        word = random.next();
      const uint64_t lines = random.chance(20) ? 0 : random.below(60);
      words[MockKernel::Source] = kSource + random.below(1000) * kLineBytes;
      words[MockKernel::Target] =
          kTargets + region * kTargetSize + random.below(kTargetSize / kLineBytes - 60) * kLineBytes;
      words[MockKernel::Lines] = lines;
      words[MockKernel::Extra] = random.chance(50) ? random.below(20) : random.below(400);
      words[MockKernel::Faulty] = random.chance(20);
      words[MockKernel::Counter] = kCounter;
      words[MockKernel::Counts] = random.chance(30) ? random.below(30) : 0;
      counts += words[MockKernel::Counts];
      for (uint64_t i = 0; i < lines * kLineBytes; ++i)
        memory[words[MockKernel::Target] + i] = uint8_t(memory[words[MockKernel::Source] + i] + words[MockKernel::Add]);
      return launch(region, words);
    }
    if (kind == 5)
      return {};
    const uint64_t bytes = random.range(1, 3000);
    const uint64_t device = kCopies + random.below(0x10000), other = kCopies + 0x20000 + random.below(0x10000),
                   hostAt = kHostData + random.below(0x20000);
    Descriptor d = copy(device, other, bytes);
    switch (kind) {
    case 6:
      d.opcode = uint8_t(Opcode::COPY_H2D), d.src = hostAt;
      std::copy_n(host.begin() + long(hostAt - kHostBase), bytes, memory.begin() + long(other));
      break;
    case 7:
      d.opcode = uint8_t(Opcode::COPY_D2H), d.dst = hostAt;
      std::copy_n(memory.begin() + long(device), bytes, host.begin() + long(hostAt - kHostBase));
      break;
    case 8: {
      // Patterns come from an area that no copy writes.
      d.opcode = uint8_t(Opcode::FILL), d.src = kHostData + 0x40000 + random.below(0x1000);
      for (uint64_t a = other; a < other + bytes; ++a)
        memory[a] = host[d.src - kHostBase + a % 128];
      break;
    }
    default:
      std::copy_n(memory.begin() + long(device), bytes, memory.begin() + long(other));
    }
    return d;
  }

public:
  ShellBench shell;

private:
  MockKernels mocks;
  Random random;
  std::deque<unsigned> freeSlots;
  std::vector<uint64_t> pendingWords;
  size_t launched[kRegions] = {};
};

}  // namespace

int main(int argc, char **argv) {
  const uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 1;
  const unsigned count = argc > 2 ? unsigned(std::atoi(argv[2])) : 300;
  RegionsTest test(seed);
  test.besideCopy();
  test.allAtOnce();
  test.waitsForItsRegion();
  test.waitsInTheRing();
  test.keptApart();
  test.justInTime();
  for (unsigned i = 0; i < count / 10; ++i)
    test.ended(i % 2);
  test.brokenRing();
  for (unsigned left = count; left;) {
    const unsigned some = std::min(left, 50u);
    test.mixture(some);
    left -= some;
  }
  test.besideCopy();
#ifdef ROOT_HEADER
  BENCH_CHECK(test.shell.quietCycles > 2000, "%llu quiet cycles checked", (unsigned long long)test.shell.quietCycles);
  BENCH_CHECK(test.shell.restCycles > 1000, "%llu cycles of parts at rest checked",
              (unsigned long long)test.shell.restCycles);
#endif
  std::puts("ok");
}
