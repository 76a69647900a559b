// SPDX-License-Identifier: Apache-2.0
#include "host/core/execution/preparation.h"

#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace weft::core {
namespace {

struct Waiting {
  std::mutex mutex;
  std::map<board::PreparedKernel *, std::vector<std::function<void()>>> continuations;
};

Waiting &waiting() {
  static Waiting &instance = *new Waiting;  // leaked: its threads are never joined
  return instance;
}

void await(const std::shared_ptr<board::PreparedKernel> &kernel) {
  try {
    kernel->wait();
  } catch (...) {  // the launch meets the same error and reports it
  }
  std::vector<std::function<void()>> due;
  {
    std::lock_guard lock(waiting().mutex);
    const auto entry = waiting().continuations.find(kernel.get());
    due = std::move(entry->second);
    waiting().continuations.erase(entry);
  }
  for (const auto &continuation : due)
    continuation();
}

}  // namespace

void whenReady(const std::shared_ptr<board::PreparedKernel> &kernel, std::function<void()> continuation) {
  std::lock_guard lock(waiting().mutex);
  auto &all = waiting().continuations;
  const auto [entry, first] = all.try_emplace(kernel.get());
  try {
    entry->second.push_back(std::move(continuation));
    if (first)
      std::thread([kernel] { await(kernel); }).detach();
  } catch (...) {
    if (first)
      all.erase(entry);
    throw;
  }
}

}  // namespace weft::core
