// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstddef>

namespace jacquard::cli {

// While it lives, parallel loops use `threads` threads (0: as many as the machine has). It is
// global, as an arena alone may not have more than the machine.
class WorkerThreads {
 public:
  explicit WorkerThreads(int threads)
      : limit_(tbb::global_control::max_allowed_parallelism,
               static_cast<std::size_t>(threads > 0 ? threads
                                                    : tbb::this_task_arena::max_concurrency())) {}

 private:
  tbb::global_control limit_;
};

}  // namespace jacquard::cli
