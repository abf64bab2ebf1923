// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/interrupt.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <thread>

#include "jacquard/base/file.hpp"
#include "jacquard/tool/file_lock.hpp"
#include "jacquard/tool/isolated.hpp"
#include "jacquard/tool/process.hpp"
#include "jacquard/tool/temporary_folder.hpp"
#include "jacquard/tool/worker_pool.hpp"
#include "support/folder.hpp"

using namespace jacquard::tool;
using jacquard::tb::Folder;

namespace {

struct Ended {
  int status = 0;
  std::string said;  // on stderr, by it and all its children
};

// Does the work in a process under a SignalWatch. Returns when it and all its descendants are gone,
// as each holds an end of the pipe.
Ended ended(const std::function<void()>& work) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::close(ends[0]);
    ::dup2(ends[1], STDERR_FILENO);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);
    {
      const SignalWatch watch;
      work();
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  Ended result;
  char block[4096];
  for (ssize_t got; (got = ::read(ends[0], block, sizeof block)) > 0;) {
    result.said.append(block, static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  ::waitpid(child, &result.status, 0);
  return result;
}

[[noreturn]] void signal_and_stay(int signal) {
  ::kill(::getpid(), signal);
  for (;;) ::pause();
}

[[noreturn]] void work_for_ever() {
  for (volatile unsigned k = 0;; k = k + 1) continue;  // it wraps: a fast core counts 2^31 in 0.6 s
}

}  // namespace

TEST_CASE("A signal ends the program by itself, whatever it computes, after its last words") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Ended result = ended([signal] {
      const LastWords outer([] { return std::string("outer"); });
      const LastWords inner([] { return std::string("inner"); });
      std::thread([signal] { ::kill(::getpid(), signal); }).detach();
      work_for_ever();
    });
    CHECK(WIFSIGNALED(result.status));
    CHECK(WTERMSIG(result.status) == signal);
    CHECK_THAT(result.said, Catch::StartsWith("jacquard: ") && Catch::EndsWith("; inner; outer\n"));
  }
}

TEST_CASE("Last words that were taken back, throw, or never end do not keep the program") {
  const Ended taken_back = ended([] {
    {
      const LastWords gone([] { return std::string("gone"); });
    }
    const LastWords bad([]() -> std::string { throw std::runtime_error("lost"); });
    signal_and_stay(SIGTERM);
  });
  CHECK(taken_back.said == "jacquard: terminated\n");
  const Ended cut_off = ended([] {
    const LastWords endless([]() -> std::string { work_for_ever(); });
    signal_and_stay(SIGINT);
  });
  CHECK(WIFSIGNALED(cut_off.status));
  CHECK(WTERMSIG(cut_off.status) == SIGINT);
}

TEST_CASE("A signal that was ignored from the start stays ignored") {
  const auto before = std::signal(SIGTERM, SIG_IGN);
  {
    const SignalWatch watch;
    std::raise(SIGTERM);
  }
  CHECK(std::signal(SIGTERM, before) == SIG_IGN);
}

TEST_CASE("A signal removes temporary folders, locks and half-written files, and nothing else") {
  const Folder folder;
  folder.file("mine", "kept");
  const Ended result = ended([&] {
    const TemporaryFolder temporary;
    jacquard::base::write_file(folder.path("name"), temporary.path());
    jacquard::base::write_file(temporary.path() + "/inside", "text");
    const FileLock lock(folder.path("lock"));
    signal_and_stay(SIGTERM);
  });
  CHECK(WIFSIGNALED(result.status));
  CHECK(folder.listing() == std::vector<std::string>{"mine", "name"});
  CHECK_FALSE(std::filesystem::exists(jacquard::base::read_file(folder.path("name"))));
}

TEST_CASE("A signal ends a program that was started, with the children of its own") {
  const Folder folder;
  const Ended result = ended([&] {
    std::thread([] {
      ::usleep(300'000);
      ::kill(::getpid(), SIGINT);
    }).detach();
    run_process({"sh", "-c", "trap '' TERM; (sleep 15; : > lived) & sleep 15; : > lived"},
                folder.path(""));
    ::usleep(10'000'000);  // it must not come here and be done before the end
  });
  CHECK(folder.listing().empty());
  CHECK(WIFSIGNALED(result.status));
  CHECK(WTERMSIG(result.status) == SIGINT);
}

TEST_CASE("A signal ends worker processes, and what they have begun") {
  const Folder folder;
  const Ended result = ended([&] {
    const LastWords words([] { return std::string("run it again"); });
    const Job job = [&](std::int64_t index) -> std::string {
      if (index < 3) return "";
      const TemporaryFolder temporary;
      jacquard::base::write_file(folder.path("name"), temporary.path());
      if (index == 3) ::kill(::getppid(), SIGTERM);
      work_for_ever();
    };
    run_jobs({"job", 3}, 1'000'000, job, [](std::int64_t, const std::string&) {});
  });
  CHECK(WIFSIGNALED(result.status));
  CHECK(WTERMSIG(result.status) == SIGTERM);
  CHECK(result.said == "jacquard: terminated; run it again\n");
  CHECK_FALSE(std::filesystem::exists(jacquard::base::read_file(folder.path("name"))));
}

TEST_CASE("A signal to the whole group is the parent's matter, and isolated work ends too") {
  const Ended result = ended([] {
    ::setpgid(0, 0);
    run_isolated("work", std::chrono::seconds(1000), [](const Pulse&) -> std::string {
      ::kill(0, SIGTERM);
      work_for_ever();
    });
  });
  CHECK(WIFSIGNALED(result.status));
  CHECK(WTERMSIG(result.status) == SIGTERM);
  CHECK(result.said == "jacquard: terminated\n");
}
