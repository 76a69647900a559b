// SPDX-License-Identifier: Apache-2.0
#include "flow/parallel.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace weft::flow {

void forEach(size_t count, unsigned jobs, const std::function<void(size_t)> &work,
             const std::function<void()> &cancel) {
  std::mutex mutex;
  size_t next = 0;
  std::exception_ptr first;
  const auto serve = [&] {
    for (;;) {
      size_t mine;
      {
        const std::scoped_lock lock(mutex);
        if (next == count || first)
          return;
        mine = next++;
      }
      try {
        work(mine);
      } catch (...) {
        const std::scoped_lock lock(mutex);
        if (!first) {
          first = std::current_exception();
          cancel();
        }
      }
    }
  };
  const size_t threads = std::min<size_t>(count, jobs ? jobs : std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::jthread> others;
  for (size_t i = 1; i < threads; ++i)
    others.emplace_back(serve);
  serve();
  others.clear();
  if (first)
    std::rethrow_exception(first);
}

}  // namespace weft::flow
