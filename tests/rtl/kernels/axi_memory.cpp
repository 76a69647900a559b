// SPDX-License-Identifier: Apache-2.0
#include "axi_memory.h"

#include <algorithm>
#include <cstring>

#include "weft_abi.h"

int AxiMemory::choose(const Queues &queues) {
  std::vector<int> ids;
  for (const auto &[id, queue] : queues)
    if (!queue.empty() && queue.front().ready <= now_)
      ids.push_back(id);
  if (ids.empty())
    return -1;
  return ids[std::uniform_int_distribution<size_t>(0, ids.size() - 1)(random_)];
}

void AxiMemory::drive(const KernelOutputs &kernel, KernelInputs &in) {
  ++now_;
  in.arReady = !stalls();
  in.awReady = !stalls();
  in.wReady = !stalls();
  if (kernel.arValid && in.arReady) {
    ++reads;
    Answer answer{due(), std::vector<uint8_t>(line_)};
    if (kernel.arAddr % line_ != 0 || !inside(kernel.arAddr))
      fail("read of " + std::to_string(kernel.arAddr));
    else
      std::memcpy(answer.data.data(), &bytes_[kernel.arAddr], line_);
    readAnswers_[kernel.arId].push_back(answer);
  }
  if (kernel.awValid && in.awReady)
    addresses_.push_back(kernel);
  if (kernel.wValid && in.wReady)
    data_.push_back(kernel);
  while (!addresses_.empty() && !data_.empty()) {
    perform(addresses_.front(), data_.front());
    addresses_.pop_front();
    data_.pop_front();
  }
  // Once valid, an answer stays until it is taken.
  if (!rHeld_ && !stalls()) {
    int id = choose(readAnswers_);
    if (id >= 0) {
      rHeld_ = true;
      held_.rId = uint16_t(id);
      std::memcpy(held_.rData, readAnswers_[uint16_t(id)].front().data.data(), line_);
      readAnswers_[uint16_t(id)].pop_front();
    }
  }
  if (!bHeld_ && !stalls()) {
    int id = choose(writeAnswers_);
    if (id >= 0) {
      bHeld_ = true;
      held_.bId = uint16_t(id);
      writeAnswers_[uint16_t(id)].pop_front();
    }
  }
  in.rValid = rHeld_;
  in.rId = held_.rId;
  std::memcpy(in.rData, held_.rData, sizeof(in.rData));
  in.bValid = bHeld_;
  in.bId = held_.bId;
  if (rHeld_ && kernel.rReady)
    rHeld_ = false;
  if (bHeld_ && kernel.bReady)
    bHeld_ = false;
}

void AxiMemory::perform(const KernelOutputs &address, const KernelOutputs &data) {
  ++writes;
  if (address.awAtop)
    return atomic(address.awAddr, address.awId, address.awAtop, data);
  if (address.awAddr % line_ != 0 || !inside(address.awAddr))
    return fail("write of " + std::to_string(address.awAddr));
  for (unsigned i = 0; i < line_; ++i)
    if (data.wStrb[i])
      bytes_[address.awAddr + i] = data.wData[i];
  writeAnswers_[address.awId].push_back({due(), {}});
}

void AxiMemory::atomic(uint64_t address, uint16_t id, uint8_t op, const KernelOutputs &data) {
  unsigned lane = unsigned(address % line_);
  if (address % 4 != 0 || !inside(address - lane))
    return fail("atomic at " + std::to_string(address));
  bool swap = op == 0b110001;
  unsigned strobes = 0;
  for (unsigned i = 0; i < line_; ++i)
    strobes += data.wStrb[i];
  if (strobes != (swap ? 8u : 4u) || !data.wStrb[lane])
    return fail("strobes of an atomic");
  uint32_t old, operand, result, other;
  std::memcpy(&old, &bytes_[address], 4);
  std::memcpy(&operand, &data.wData[lane], 4);
  std::memcpy(&other, &data.wData[lane ^ 4], 4);
  switch (op) {
  case 0b100000:
    result = old + operand;
    break;
  case 0b100001:
    result = old & ~operand;
    break;
  case 0b100010:
    result = old ^ operand;
    break;
  case 0b100011:
    result = old | operand;
    break;
  case 0b100100:
    result = uint32_t(std::max(int32_t(old), int32_t(operand)));
    break;
  case 0b100101:
    result = uint32_t(std::min(int32_t(old), int32_t(operand)));
    break;
  case 0b100110:
    result = std::max(old, operand);
    break;
  case 0b100111:
    result = std::min(old, operand);
    break;
  case 0b110000:
    result = operand;
    break;
  case 0b110001:
    result = old == operand ? other : old;
    break;
  default:
    return fail("atomic operation " + std::to_string(op));
  }
  std::memcpy(&bytes_[address], &result, 4);
  Answer answer{due(), std::vector<uint8_t>(line_)};
  std::memcpy(&answer.data[lane], &old, 4);
  readAnswers_[uint16_t(id | 1u << (weft::abi::AXI_ID_BITS - 1))].push_back(answer);
  writeAnswers_[id].push_back({due(), {}});
}
