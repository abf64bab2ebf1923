// SPDX-License-Identifier: Apache-2.0
// Many independent jobs in worker processes: SystemC's current context belongs to the process, so
// threads cannot run simulations side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace jacquard::tool {

struct WorkerPool {
  std::string what;  // what a job is, for error messages: "evaluation"
  int workers = 0;   // 0: as many as the machine has
};

using Job = std::function<std::string(std::int64_t index)>;
using OnResult = std::function<void(std::int64_t index, const std::string& text)>;

// Does job(0) .. job(count - 1), and hands each result to `on_result` in this process, in the order
// of the indices, as soon as all before it are there. What is handed over, and which error ends it,
// is the same for any number of workers: the error of the lowest index that has one, a ConfigError
// as it was thrown. A worker that dies is an error that names its index: ConfigError if it was
// killed, as for want of memory, else runtime_error. With one worker or one job all is done in this
// process, where a crash is a crash. Jobs run on a copy of this process's memory: what they change
// there is lost. No worker outlives the call.
void run_jobs(const WorkerPool& pool, std::int64_t count, const Job& job,
              const OnResult& on_result);

// The number of workers that 0 stands for.
int machine_workers();

}  // namespace jacquard::tool
