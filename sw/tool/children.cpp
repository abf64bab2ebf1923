// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/children.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/leftover.hpp"
#include "jacquard/tool/fork_mutex.hpp"
#include "jacquard/tool/interrupt.hpp"

namespace jacquard::tool {
namespace {

constexpr int kPatienceMilliseconds = 300;

struct Child {
  pid_t id;
  ChildKind kind;
};

struct Running {
  std::mutex mutex;
  std::vector<Child> children;
};

// A signal belongs to the whole process, and so do those it must end. Never destroyed: a signal may
// come while the program ends.
Running& running() {
  static Running& all = *new Running;
  return all;
}

// The negative number is the group's.
pid_t target(const Child& child) { return child.kind == ChildKind::program ? -child.id : child.id; }

bool has_ended(const Child& child) {
  siginfo_t info{};
  const int known =
      ::waitid(P_PID, static_cast<id_t>(child.id), &info, WEXITED | WNOHANG | WNOWAIT);
  return known != 0 || info.si_pid == child.id;
}

void become_child(ChildKind kind, pid_t parent) {
#ifdef __linux__  // elsewhere a child outlives a parent that is killed
  ::prctl(PR_SET_PDEATHSIG, kind == ChildKind::program ? SIGTERM : kEndWorker);
#endif
  if (::getppid() != parent) ::_exit(0);
  if (kind == ChildKind::program) {
    ::setpgid(0, 0);
    return;
  }
  running().children.clear();
  base::forget_leftovers();
  watch_signals_as_worker();
}

}  // namespace

pid_t start_child(ChildKind kind) {
  Running& all = running();
  if (kind == ChildKind::worker) std::fflush(nullptr);  // or the child would print it again
  const std::lock_guard<std::mutex> lock(all.mutex);
  const std::lock_guard<std::mutex> no_other_allocates(fork_mutex());
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  JQ_CHECK(child >= 0, "a process can be started");
  if (child == 0) {
    if (kind == ChildKind::worker) all.mutex.unlock();
    become_child(kind, parent);
    return 0;
  }
  if (kind == ChildKind::program) ::setpgid(child, child);  // whoever is first
  all.children.push_back({child, kind});
  return child;
}

int wait_for_child(pid_t child) {
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) < 0 &&
         errno == EINTR) {
    continue;
  }
  // Until it is reaped its number is no other's, so end_children() cannot hit a stranger.
  Running& all = running();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto is_it = [child](const Child& one) { return one.id == child; };
  all.children.erase(std::remove_if(all.children.begin(), all.children.end(), is_it),
                     all.children.end());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

void end_children() {
  Running& all = running();
  all.mutex.lock();  // for ever: no further one begins, and nobody hears of one that was ended
  for (const Child& child : all.children) {
    ::kill(target(child), child.kind == ChildKind::program ? SIGTERM : kEndWorker);
  }
  const auto all_ended = [&] {
    return std::all_of(all.children.begin(), all.children.end(), has_ended);
  };
  for (int waited = 0; waited < kPatienceMilliseconds && !all_ended(); waited += 10) {
    ::usleep(10'000);
  }
  for (const Child& child : all.children) ::kill(target(child), SIGKILL);
}

}  // namespace jacquard::tool
