// SPDX-License-Identifier: Apache-2.0
// What the units for device memory are driven with: addresses in runs, in and just out of bounds, for packets with
// masks of all kinds, and a memory that answers the line requests in order.
#include <deque>

#include "tests/rtl/lockstep/stimuli.h"

namespace weft::lockstep {
namespace {

class AccessStimuli : public Stimuli {
public:
  AccessStimuli(Pair &pair, uint64_t seed)
      : Stimuli(pair, seed), hasFlush_(pair.component().port("flush_i") != nullptr),
        bytes_(pair.component().parameter("Bytes") ? unsigned(pair.value("Bytes")) : 4),
        lanes_(pair.component().parameter("Lanes") ? unsigned(pair.value("Lanes")) : 1), step_(bytes_ * lanes_),
        addressBits_(unsigned(pair.value("AddrBits"))), regions_(pair.value("NumRegions")) {}

  std::string_view countsWith(std::string_view output) const override {
    return output == "fault_addr_o" ? "fault_o" : "";
  }

protected:
  bool mayRepeat() const override { return false; }
  bool mayOffer(const Lane &lane) override {
    const std::deque<uint64_t> *answers = answersOf(lane);
    return answers == nullptr || (!answers->empty() && answers->front() <= cycle_);
  }

  void makePayload(Lane &lane) override {
    Stimuli::makePayload(lane);
    if (std::deque<uint64_t> *answers = answersOf(lane))
      answers->pop_front();
    else
      makeRequest(lane);
  }

  void driveOthers() override {
    ++cycle_;
    if (hasFlush_)
      set("flush_i", !fullRate() && random.chance(flushPercent_));
  }

  void observeOthers() override {
    for (const Lane &lane : lanes()) {
      if (lane.stream->name != "line_req" || !lane.taken)
        continue;
      // The port to memory needs a cycle each way, and memory one of its own. What a unit does not wait for, its queue
      // below does not matter.
      for (std::deque<uint64_t> *answers : {&lines_, &acknowledgements_})
        answers->push_back(cycle_ + 2 + latency_ + random.below(latencySpread_));
    }
  }

  /// Bounds change here only: they are stable from two cycles before the first address.
  void resetOthers() override {
    lines_.clear();
    acknowledgements_.clear();
    run_ = 0;
    latency_ = fullRate() ? 8 : random.of(kLatencies);
    latencySpread_ = fullRate() ? 1 : random.of(kLatencies) + 1;
    flushPercent_ = random.of(kFlushPercents);
    jumpPercent_ = random.of(kJumpPercents);
    if (hasPort("keep_i"))
      set("keep_i", fullRate() || random.chance(80));
    for (Region &region : regions_)
      region = makeRegion();
    for (size_t i = 0; i < regions_.size(); ++i) {
      const auto low = static_cast<unsigned>(i) * addressBits_;
      setBitsAt(port("base_i").value.data(), low, addressBits_, regions_[i].base);
      setBitsAt(port("limit_i").value.data(), low, addressBits_, regions_[i].limit);
    }
  }

  Word nextAddress() {
    if (fullRate())
      return cursor_ = (cursor_ + step_) & maskOf(addressBits_ - 1);
    if (run_ == 0)
      beginRun();
    else if (random.chance(jumpPercent_))
      cursor_ += bytes_ * random.below(100u);
    else if (!random.chance(5))
      cursor_ += lanes_ == 1 || random.chance(80) ? step_ : bytes_ * random.below(lanes_);  // packets that overlap
    --run_;
    // Now and then an address that is not a multiple of the size: its low bits do not count.
    return (random.chance(3) ? cursor_ + random.below(bytes_) : cursor_) & maskOf(addressBits_);
  }
  /// One that has nothing to do with the one before.
  Word jump() {
    run_ = 0;
    return nextAddress();
  }

  unsigned bytes() const { return bytes_; }
  unsigned width() const { return lanes_; }
  unsigned addressBits() const { return addressBits_; }

private:
  static constexpr unsigned kLatencies[] = {0, 1, 8, 40};
  static constexpr unsigned kFlushPercents[] = {0, 2, 60};
  static constexpr unsigned kJumpPercents[] = {0, 3, 30};
  struct Region {
    Word base = 0, limit = 0;
  };

  std::deque<uint64_t> *answersOf(const Lane &lane) {
    return lane.stream->name == "line_rsp" ? &lines_ : lane.stream->name == "line_ack" ? &acknowledgements_ : nullptr;
  }

  virtual void makeAddress(Lane &lane) { lane.set("addr", nextAddress()); }

  void makeRequest(Lane &lane) {
    makeAddress(lane);
    if (lanes_ > 1)
      lane.set("mask", nextMask());
  }

  Region makeRegion() {
    if (fullRate())
      return {0, maskOf(addressBits_)};
    const Word base = random.next() & maskOf(addressBits_), top = maskOf(addressBits_);
    switch (random.below(12u)) {
    case 0:
      return {0, 0};  // NULL
    case 1:
      return {top - random.below(300u), top};
    case 2:
      return {0, random.below(2 * step_)};
    case 3:
      return {base, base + random.below(step_ + 2) & top};
    default:  // may wrap: such a region admits nothing
      return {base, base + random.range(500, 20'000) & top};
    }
  }

  void beginRun() {
    const Region &region = regions_[random.below(unsigned(regions_.size()))];
    const Word size = region.limit - region.base;
    run_ = unsigned(random.range(1, random.chance(20) ? 400 : 30));
    switch (random.below(16u)) {
    case 0:
      cursor_ = region.limit - bytes_ * random.below(4 * lanes_);
      break;
    case 1:
      cursor_ = region.base - bytes_ * random.below(3 * lanes_);
      break;
    case 2:
      cursor_ = random.chance(50) ? 0 - Word(bytes_) * random.below(4 * lanes_) : random.next();
      break;
    default:
      cursor_ = region.base + (size != 0 ? random.next() % size : 0);
      break;
    }
  }

  /// Mostly all lanes, as of a loop's body; some of the first or the last; any; none.
  Word nextMask() {
    const Word all = maskOf(lanes_), any = random.next();
    switch (fullRate() ? 6u : random.below(12u)) {
    case 0:
      return any & all;
    case 1:
      return any & random.next() & random.next() & all;
    case 2:
      return all >> any % lanes_;
    case 3:
      return all << any % lanes_ & all;
    case 4:
      return random.chance(50) ? 0 : Word(1) << any % lanes_;
    default:
      return all;
    }
  }

private:
  bool hasFlush_;
  unsigned bytes_, lanes_, step_;  // step_: from a request to the next
  unsigned addressBits_;
  std::vector<Region> regions_;
  uint64_t cycle_ = 0;
  std::deque<uint64_t> lines_, acknowledgements_;  // cycles from which they may come
  unsigned latency_ = 0, latencySpread_ = 1, flushPercent_ = 0, jumpPercent_ = 0;
  Word cursor_ = 0;
  unsigned run_ = 0;
};

/// An address for each lane: all the same, neighbours, some of them elsewhere, or all anywhere.
class LanesStimuli final : public AccessStimuli {
public:
  using AccessStimuli::AccessStimuli;

private:
  void makeAddress(Lane &lane) override {
    Port &addresses = lane.find("addr");
    if (hasPort("req_set_i")) {
      if (random.chance(15))
        set_ = random.chance(80) ? random.below(2u) : unsigned(random.next());
      lane.set("set", set_ & maskOf(lane.find("set").width));
    }
    const unsigned strayPercent = fullRate() ? 0 : random.of(kStrayPercents);
    const unsigned stride = fullRate() ? 1 : random.below(4u) * (random.chance(10) ? random.below(40u) : 1);
    const Word first = nextAddress();
    for (unsigned l = 0; l < width(); ++l) {
      const Word next = first + Word(l) * stride * bytes();
      const Word address = !random.chance(strayPercent) ? next
                           : random.chance(50)          ? first + random.below(8 * bytes() * width())
                                                        : jump();
      setBitsAt(addresses.value.data(), l * addressBits(), addressBits(), address & maskOf(addressBits()));
    }
  }

  static constexpr unsigned kStrayPercents[] = {0, 0, 10, 50, 100};
  unsigned set_ = 0;  // of a cache: the same for some packets after each other
};

const Driver<AccessStimuli> loadStream("lsu_load_stream");
const Driver<AccessStimuli> loadPacket("lsu_load_packet");
const Driver<LanesStimuli> loadCached("lsu_load_cached");
const Driver<LanesStimuli> loadLanes("lsu_load_lanes");
const Driver<AccessStimuli> loadScatter("lsu_load_scatter");
const Driver<AccessStimuli> storeStream("lsu_store_stream");
const Driver<LanesStimuli> storeLanes("lsu_store_lanes");
const Driver<AccessStimuli> storePacket("lsu_store_packet");
const Driver<AccessStimuli> storeScatter("lsu_store_scatter");
const Driver<AccessStimuli> atomic("lsu_atomic");

/// Units that walk along rows at some distance, which others have read before, or go astray.
class LineCacheStimuli final : public Stimuli {
public:
  LineCacheStimuli(Pair &pair, uint64_t seed)
      : Stimuli(pair, seed), lineBytes_(pair.value("LineBits") / 8), lines_(pair.value("Lines")),
        addressBits_(unsigned(pair.value("AddrBits"))), cursors_(pair.value("NumSites")) {}

private:
  bool mayRepeat() const override { return false; }
  bool mayOffer(const Lane &lane) override {
    return lane.stream->name != "line_rsp" || (!due_.empty() && due_.front() <= cycle_);
  }
  void makePayload(Lane &lane) override {
    Stimuli::makePayload(lane);
    if (lane.stream->name == "line_rsp")
      return due_.pop_front();
    Word &cursor = cursors_[lane.index];
    if (!fullRate() && random.chance(strayPercent_))
      cursor = random.chance(50) ? random.next() : cursors_[random.below(unsigned(cursors_.size()))];
    else if (!random.chance(10))
      cursor += lineBytes_;
    lane.set("addr", cursor & maskOf(addressBits_) & ~(lineBytes_ - 1));
  }
  void driveOthers() override { ++cycle_; }
  void observeOthers() override {
    for (const Lane &lane : lanes())
      if (lane.stream->name == "line_req" && lane.taken)
        due_.push_back(cycle_ + 2 + latency_ + random.below(latencySpread_));
  }
  void resetOthers() override {
    due_.clear();
    latency_ = fullRate() ? 8 : random.of(kLatencies);
    latencySpread_ = fullRate() ? 1 : random.of(kLatencies) + 1;
    strayPercent_ = random.of(kStrayPercents);
    set("keep_i", fullRate() || random.chance(80));
    const Word first = random.next(), pitch = random.range(0, unsigned(2 * lines_)) * lineBytes_;
    for (size_t s = 0; s < cursors_.size(); ++s)
      cursors_[s] = first - s * pitch;
  }

  static constexpr unsigned kLatencies[] = {0, 1, 8, 40};
  static constexpr unsigned kStrayPercents[] = {0, 1, 5, 50};
  Word lineBytes_, lines_;
  unsigned addressBits_;
  std::vector<Word> cursors_;  // by unit: its last address
  uint64_t cycle_ = 0;
  std::deque<uint64_t> due_;  // cycles from which lines may come
  unsigned latency_ = 0, latencySpread_ = 1, strayPercent_ = 0;
};
const Driver<LineCacheStimuli> lineCache("line_cache");

/// Every unit's line requests, and answers to places of all kinds, also to ones that are not there.
class PortStimuli : public Stimuli {
public:
  using Stimuli::Stimuli;

  std::string_view countsWith(std::string_view output) const override {
    for (const std::string_view channel : {"aw", "w", "ar"})
      if (output.starts_with("m_axi_" + std::string(channel)) && !output.starts_with("m_axi_wlast") &&
          !output.ends_with("valid_o"))
        return channel == "aw" ? "m_axi_awvalid_o" : channel == "w" ? "m_axi_wvalid_o" : "m_axi_arvalid_o";
    return "";
  }

protected:
  void driveOthers() override {
    if (phaseLeft_-- == 0) {
      phaseLeft_ = unsigned(random.range(20, 600));
      for (unsigned &percent : percents_)
        percent = fullRate() ? 100 : random.of(kPercents);
    }
    unsigned next = 0;
    for (const char *name :
         {"m_axi_awready_i", "m_axi_wready_i", "m_axi_arready_i", "m_axi_rvalid_i", "m_axi_bvalid_i"})
      set(name, random.chance(percents_[next++]));
    set("m_axi_rid_i", id());
    set("m_axi_bid_i", id());
    if (number("m_axi_rvalid_i") != 0)
      randomise(port("m_axi_rdata_i"));
  }

private:
  static constexpr unsigned kPercents[] = {2, 20, 60, 100};

  Word id() {
    const auto atomic = Word(1) << (port("m_axi_rid_i").width - 1);
    const auto loads = unsigned(parameter("NumLoads"));
    const auto stores = unsigned(parameter("NumStores")), atomics = unsigned(parameter("NumAtomics"));
    switch (random.below(4u)) {
    case 0:
      return random.below(loads + 1);
    case 1:
      return random.below(stores + atomics + 1);
    case 2:
      return atomic + stores + random.below(atomics + 1);
    default:
      return random.next();
    }
  }

  unsigned phaseLeft_ = 0;
  unsigned percents_[5] = {};
};

const Driver<PortStimuli> memoryPort("kernel_memory_port");

/// Units' requests to any addresses, and a memory that answers each once, sooner or later.
class CrossbarStimuli final : public Stimuli {
public:
  CrossbarStimuli(Pair &pair, uint64_t seed)
      : Stimuli(pair, seed), stripe_(pair.value("StripeLines") * pair.value("LineBits") / 8),
        ports_(pair.value("NumPorts")) {}

private:
  struct Due {
    uint64_t cycle;
    Word id;
  };
  struct Port {
    std::deque<Due> reads, writes;
    std::deque<Word> addresses;  // IDs of writes whose lines did not leave
    unsigned lines = 0;          // those whose addresses did not
  };
  static constexpr unsigned kLatencies[] = {0, 1, 8, 60};
  static constexpr unsigned kAtomicPercents[] = {0, 5, 50, 100};
  static constexpr unsigned kStayPercents[] = {0, 50, 90, 100};

  bool mayRepeat() const override { return false; }
  bool mayOffer(const Lane &lane) override {
    const std::deque<Due> *due = dueOf(lane);
    return due == nullptr || (!due->empty() && due->front().cycle <= cycle_);
  }
  void makePayload(Lane &lane) override {
    Stimuli::makePayload(lane);
    if (std::deque<Due> *due = dueOf(lane)) {
      lane.set("id", due->front().id);
      return due->pop_front();
    }
    // Within a stripe, or anywhere.
    const Word address = random.next();
    lane.set("addr",
             random.chance(stayPercent_) ? lane.number("addr") / stripe_ * stripe_ + address % stripe_ : address);
    if (lane.stream->name == "unit_write_req")
      lane.set("atop", random.chance(atomicPercent_) ? random.range(1, 63) : 0);
  }
  void driveOthers() override { ++cycle_; }
  void observeOthers() override {
    for (const Lane &lane : lanes())
      if (lane.taken && lane.stream->name.starts_with("port_"))
        leave(lane, ports_[lane.index]);
  }
  void resetOthers() override {
    ports_.assign(ports_.size(), {});
    latency_ = fullRate() ? 30 : random.of(kLatencies);
    latencySpread_ = fullRate() ? 1 : random.of(kLatencies) + 1;
    atomicPercent_ = fullRate() ? 0 : random.of(kAtomicPercents);
    stayPercent_ = fullRate() ? 90 : random.of(kStayPercents);
  }

  std::deque<Due> *dueOf(const Lane &lane) {
    return lane.stream->name == "port_r"   ? &ports_[lane.index].reads
           : lane.stream->name == "port_b" ? &ports_[lane.index].writes
                                           : nullptr;
  }
  void leave(const Lane &lane, Port &port) {
    const uint64_t due = cycle_ + 1 + latency_ + random.below(latencySpread_);
    if (lane.stream->name == "port_ar")
      port.reads.push_back({due, lane.number("id")});
    else if (lane.stream->name == "port_w")
      ++port.lines;
    else if (lane.stream->name == "port_aw") {
      port.addresses.push_back(lane.number("id"));
      if ((lane.number("atop") & 32) != 0)
        port.reads.push_back({due, lane.number("id") | Word(1) << (lane.bits(lane.find("id")) - 1)});
    }
    while (port.lines != 0 && !port.addresses.empty()) {
      port.writes.push_back({due, port.addresses.front()});
      port.addresses.pop_front();
      --port.lines;
    }
  }

  Word stripe_;
  std::vector<Port> ports_;
  uint64_t cycle_ = 0;
  unsigned latency_ = 0, latencySpread_ = 1, atomicPercent_ = 0, stayPercent_ = 0;
};
const Driver<CrossbarStimuli> crossbar("memory_crossbar");

}  // namespace
}  // namespace weft::lockstep
