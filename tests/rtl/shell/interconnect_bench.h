// SPDX-License-Identifier: Apache-2.0
// mem_interconnect between a memory and the channels of a kernel region and a DMA engine, as queues of requests.
#pragma once
#include <array>
#include <deque>
#include <functional>
#include <map>

#include MODEL_HEADER
#include "tests/rtl/common/axi_memory.h"

namespace bench {

BENCH_AXI_PORT(MemoryPort, m_);

constexpr unsigned kLineBytes = LINE_BITS / 8;
constexpr size_t kMemorySize = 1 << 16;

struct WriteRequest {
  unsigned id;
  uint64_t address;
  Atop atop = Atop::NONE;
  std::array<uint8_t, kLineBytes> data{};
  uint64_t strobes = 0;
};
struct ReadRequest {
  unsigned id;
  uint64_t address;
};

/// A store of bytes, or an atomic on 4 or 8 of them, with data in their lanes.
inline WriteRequest storeRequest(unsigned id, uint64_t address, const void *data, unsigned bytes) {
  WriteRequest request{id, address / kLineBytes * kLineBytes, Atop::NONE, {}, 0};
  std::memcpy(request.data.data() + address % kLineBytes, data, bytes);
  for (unsigned i = 0; i < bytes; ++i)
    request.strobes |= 1ull << (address % kLineBytes + i);
  return request;
}
inline WriteRequest atomicRequest(unsigned id, uint64_t address, Atop atop, uint64_t data, uint64_t other = 0,
                                  unsigned bytes = 4) {
  WriteRequest request = storeRequest(id, address, &data, bytes);
  request.address = address, request.atop = atop;
  if (atop == Atop::COMPARE) {
    const uint64_t beside = address ^ bytes;
    request.strobes |= storeRequest(id, beside, &other, bytes).strobes;
    std::memcpy(request.data.data() + beside % kLineBytes, &other, bytes);
  }
  return request;
}

class InterconnectBench {
public:
  explicit InterconnectBench(uint64_t seed)
      : memory(FlatBytes(0, std::vector<uint8_t>(kMemorySize)), kLineBytes, seed + 2), random(seed) {
    memory.dataFollowsAddress = true;
    model().rst_i = 1;
    model().eval();
    for (int i = 0; i < 4; ++i)
      step();
    model().rst_i = 0;
    step();
  }

  MODEL &model() { return clock_.top; }

  std::deque<WriteRequest> writes;  // to be sent; address and data leave independently, in order
  std::deque<ReadRequest> reads;
  std::function<void(const WriteRequest &)> onWriteTaken;  // when both halves are accepted
  std::function<void(unsigned id, const uint8_t *line, unsigned resp)> onRead;
  std::function<void(unsigned id, unsigned resp)> onAck;
  unsigned offerPercent = 100, readyPercent = 100;

  // DMA: bursts of lines; the beats' data is made on the fly.
  struct Burst {
    uint64_t line;
    unsigned beats, done = 0;
  };
  std::deque<Burst> dmaWrites, dmaReads;
  std::function<uint8_t(uint64_t address)> dmaByte;
  std::function<void(const uint8_t *line)> onDmaRead;
  unsigned dmaAcks = 0;

  void step() {
    MODEL &m = model();
    answerMemoryPort(m, memory.step(requestsOfMemoryPort(m, kLineBytes)), kLineBytes);
    if (!awOffered_ && awSent_ < writes.size() && random.chance(offerPercent)) {
      const WriteRequest &w = writes[awSent_];
      m.k_awid_i = w.id, m.k_awaddr_i = w.address, m.k_awatop_i = unsigned(w.atop);
      awOffered_ = true;
    }
    if (!wOffered_ && wSent_ < writes.size() && random.chance(offerPercent)) {
      const WriteRequest &w = writes[wSent_];
      setBytes(m.k_wdata_i, w.data.data(), kLineBytes);
      m.k_wstrb_i = w.strobes;
      wOffered_ = true;
    }
    if (!arOffered_ && !reads.empty() && random.chance(offerPercent)) {
      m.k_arid_i = reads.front().id, m.k_arline_i = reads.front().address / kLineBytes;
      arOffered_ = true;
    }
    m.k_awvalid_i = awOffered_, m.k_wvalid_i = wOffered_, m.k_arvalid_i = arOffered_;
    m.k_rready_i = random.chance(readyPercent), m.k_bready_i = random.chance(readyPercent);
    driveDma(m);
    m.eval();  // ready of the DMA ports may depend on the memory's ready

    const bool aw = awOffered_ && m.k_awready_o, w = wOffered_ && m.k_wready_o, ar = arOffered_ && m.k_arready_o;
    const bool r = m.k_rvalid_o && m.k_rready_i, b = m.k_bvalid_o && m.k_bready_i;
    uint8_t line[kLineBytes];
    const unsigned rid = m.k_rid_o, rresp = m.k_rresp_o, bid = m.k_bid_o, bresp = m.k_bresp_o;
    if (r)
      getBytes(m.k_rdata_o, line, kLineBytes);
    sampleDma(m);
    if (!m.rst_i && m.atomics_quiet_o && random.chance(50))
      clock_.edge();
    else
      clock_.edge(m.atomics_clk_i);

    if (aw)
      awOffered_ = false, ++awSent_;
    if (w)
      wOffered_ = false, ++wSent_;
    while (awSent_ && wSent_) {
      if (onWriteTaken)
        onWriteTaken(writes.front());
      writes.pop_front();
      --awSent_, --wSent_;
    }
    if (ar)
      arOffered_ = false, reads.pop_front();
    if (r && onRead)
      onRead(rid, line, rresp);
    if (b && onAck)
      onAck(bid, bresp);
  }

private:
  void driveDma(MODEL &m) {
    m.dma_w_valid_i = m.dma_ar_valid_i = 0;
    if (!dmaWrites.empty() && (dmaWOffered_ || random.chance(offerPercent))) {
      Burst &burst = dmaWrites.front();
      dmaWOffered_ = true;
      m.dma_w_valid_i = 1, m.dma_w_last_i = burst.done + 1 == burst.beats;
      m.dma_w_line_i = burst.line + burst.done, m.dma_w_beats_i = burst.beats;
      uint8_t line[kLineBytes];
      for (unsigned i = 0; i < kLineBytes; ++i)
        line[i] = dmaByte((burst.line + burst.done) * kLineBytes + i);
      setBytes(m.dma_w_data_i, line, kLineBytes);
      m.dma_w_strb_i = kLineBytes == 64 ? ~0ull : (1ull << kLineBytes) - 1;
    }
    if (!dmaReads.empty() && (dmaArOffered_ || random.chance(offerPercent))) {
      dmaArOffered_ = true;
      m.dma_ar_valid_i = 1, m.dma_ar_line_i = dmaReads.front().line, m.dma_ar_beats_i = dmaReads.front().beats;
    }
  }
  void sampleDma(MODEL &m) {
    if (m.dma_w_valid_i && m.dma_w_ready_o) {
      dmaWOffered_ = false;
      if (++dmaWrites.front().done == dmaWrites.front().beats)
        dmaWrites.pop_front();
    }
    if (m.dma_ar_valid_i && m.dma_ar_ready_o)
      dmaArOffered_ = false, dmaReads.pop_front();
    if (m.dma_r_valid_o) {
      uint8_t line[kLineBytes];
      getBytes(m.m_rdata_i, line, kLineBytes);
      BENCH_CHECK(onDmaRead && !m.dma_r_error_o);
      onDmaRead(line);
    }
    if (m.dma_b_valid_o)
      ++dmaAcks;
  }

  bench::Clocked<MODEL> clock_;
  bool awOffered_ = false, wOffered_ = false, arOffered_ = false, dmaWOffered_ = false, dmaArOffered_ = false;
  size_t awSent_ = 0, wSent_ = 0;

public:
  AxiMemory<FlatBytes> memory;
  Random random;
};

}  // namespace bench
