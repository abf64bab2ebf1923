// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/isolated.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/answer.hpp"
#include "jacquard/tool/children.hpp"

namespace jacquard::tool {
namespace {

using Beats = std::atomic<std::uint64_t>;
static_assert(Beats::is_always_lock_free, "two processes share it");

// Memory that parent and child share.
class SharedBeats {
 public:
  SharedBeats()
      : page_(::mmap(nullptr, sizeof(Beats), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                     0)) {
    JQ_CHECK(page_ != MAP_FAILED, "a page of shared memory is to be had");
    beats_ = new (page_) Beats(0);
  }
  ~SharedBeats() { ::munmap(page_, sizeof(Beats)); }
  SharedBeats(const SharedBeats&) = delete;
  SharedBeats& operator=(const SharedBeats&) = delete;
  Beats& operator*() const { return *beats_; }

 private:
  void* page_;
  Beats* beats_;
};

void send(int to, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t wrote = ::write(to, text.data() + sent, text.size() - sent);
    if (wrote > 0) sent += static_cast<std::size_t>(wrote);
    if (wrote < 0 && errno != EINTR) return;
  }
}

[[noreturn]] void be_the_child(int to, Beats& beats,
                               const std::function<std::string(const Pulse&)>& work) {
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  const std::string answer =
      sealed_answer([&] { return work([&] { beats.fetch_add(1, std::memory_order_relaxed); }); });
  std::fflush(nullptr);
  send(to, answer);
  ::_exit(0);
}

// Reads until the child closes its end; false if it has not beaten for `patience`.
bool listen(int from, const Beats& beats, std::chrono::seconds patience, std::string& heard) {
  using Clock = std::chrono::steady_clock;
  std::uint64_t last = beats;
  Clock::time_point since = Clock::now();
  char block[4096];
  for (;;) {
    pollfd end{from, POLLIN, 0};
    const int ready = ::poll(&end, 1, 200);
    if (ready > 0) {
      const ssize_t got = ::read(from, block, sizeof block);
      if (got == 0 || (got < 0 && errno != EINTR)) return true;
      if (got > 0) heard.append(block, static_cast<std::size_t>(got));
    }
    const std::uint64_t now = beats;
    if (now != last || ready > 0) {
      last = now;
      since = Clock::now();
    } else if (Clock::now() - since > patience) {
      return false;
    }
  }
}

}  // namespace

std::string run_isolated(const std::string& what, std::chrono::seconds patience,
                         const std::function<std::string(const Pulse&)>& work) {
  SharedBeats beats;
  int ends[2];
  JQ_CHECK(::pipe2(ends, O_CLOEXEC) == 0, "a pipe can be opened");
  const pid_t child = start_child(ChildKind::worker);
  if (child == 0) {
    ::close(ends[0]);
    be_the_child(ends[1], *beats, work);
  }
  ::close(ends[1]);
  std::string heard;
  const bool alive = listen(ends[0], *beats, patience, heard);
  if (!alive) ::kill(child, SIGKILL);
  ::close(ends[0]);
  const int status = wait_for_child(child);
  const auto refuse = [&](const std::string& why) -> base::ConfigError {
    return base::ConfigError({what, "", "that it runs", "", why});
  };
  if (!alive) {
    throw refuse(
        fmt::format("after {} clocks it took more than {} s for one: does it loop for ever?",
                    (*beats).load(), patience.count()));
  }
  if (WIFSIGNALED(status))
    throw refuse(fmt::format("it crashed: {}", ::strsignal(WTERMSIG(status))));
  if (heard.empty()) throw refuse(fmt::format("it ended with exit code {}", WEXITSTATUS(status)));
  return opened_answer(heard);
}

}  // namespace jacquard::tool
