// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/worker_pool.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/answer.hpp"
#include "jacquard/tool/worker.hpp"

namespace jacquard::tool {
namespace {

[[noreturn]] void throw_death(const WorkerPool& pool, std::int64_t index, int status) {
  const std::string job = fmt::format("{} {}", pool.what, index);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
    throw base::ConfigError({job, "", "memory and leave to run its worker process", "it was killed",
                             "fewer --threads need less memory"});
  }
  throw std::runtime_error(
      WIFSIGNALED(status)
          ? fmt::format("{}: its worker process crashed: {}", job, ::strsignal(WTERMSIG(status)))
          : fmt::format("{}: its worker process ended with exit code {}", job,
                        WEXITSTATUS(status)));
}

// Jobs handed out in order, answers handed on in order.
class Running {
 public:
  Running(const WorkerPool& pool, std::int64_t count, const OnResult& on_result)
      : pool_(pool), count_(count), on_result_(on_result) {}

  void start(int workers, const Job& job) {
    std::vector<int> descriptors;
    for (int k = 0; k < workers; ++k) {
      workers_.push_back(std::make_unique<Worker>(job, descriptors));
      descriptors.push_back(workers_.back()->descriptor());
      give(*workers_.back());
    }
  }

  bool done() const { return handed_on_ == count_; }

  void turn() {
    std::vector<pollfd> ends;
    for (const auto& worker : workers_) ends.push_back({worker->descriptor(), POLLIN, 0});
    if (::poll(ends.data(), ends.size(), -1) <= 0) return;
    for (std::size_t k = 0; k < ends.size(); ++k) {
      if (ends[k].revents != 0) listen(*workers_[k]);
    }
    hand_on();
    const auto gone = [](const auto& worker) { return worker->gone(); };
    workers_.erase(std::remove_if(workers_.begin(), workers_.end(), gone), workers_.end());
  }

 private:
  void give(Worker& worker) {
    if (next_ < count_) worker.begin(next_++);
  }

  void listen(Worker& worker) {
    const std::optional<std::int64_t> index = worker.busy_with();
    if (std::optional<std::string> answer = worker.hear()) {
      answers_[*index] = std::move(*answer);
      give(worker);
    } else if (worker.gone() && index) {
      deaths_[*index] = worker.status();
      count_ = std::min(count_, *index + 1);  // nothing behind it will be handed on
    }
  }

  void hand_on() {
    for (; handed_on_ < count_; ++handed_on_) {
      const auto death = deaths_.find(handed_on_);
      if (death != deaths_.end()) throw_death(pool_, handed_on_, death->second);
      const auto answer = answers_.find(handed_on_);
      if (answer == answers_.end()) return;
      on_result_(handed_on_, opened_answer(answer->second));
      answers_.erase(answer);
    }
  }

  const WorkerPool& pool_;
  std::int64_t count_;
  const OnResult& on_result_;
  std::int64_t next_ = 0;
  std::int64_t handed_on_ = 0;
  std::map<std::int64_t, std::string> answers_;
  std::map<std::int64_t, int> deaths_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

int machine_workers() {
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

void run_jobs(const WorkerPool& pool, std::int64_t count, const Job& job,
              const OnResult& on_result) {
  const std::int64_t wanted = pool.workers > 0 ? pool.workers : machine_workers();
  const auto workers = static_cast<int>(std::min(wanted, count));
  if (workers <= 1) {
    for (std::int64_t index = 0; index < count; ++index) {
      on_result(index, job(index));
    }
    return;
  }
  Running running(pool, count, on_result);
  running.start(workers, job);
  while (!running.done()) running.turn();
}

}  // namespace jacquard::tool
