// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/worker_pool.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>
#include <vector>

#include "jacquard/base/error.hpp"

using jacquard::base::ConfigError;
using jacquard::tool::Job;
using jacquard::tool::run_jobs;

namespace {

struct Heard {
  std::vector<std::int64_t> indices;
  std::string texts;
};

Heard run(int workers, std::int64_t count, const Job& job) {
  Heard heard;
  run_jobs({"job", workers}, count, job, [&](std::int64_t index, const std::string& text) {
    heard.indices.push_back(index);
    heard.texts += text + ' ';
  });
  return heard;
}

bool no_children() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

std::string die(int signal) {
  std::signal(signal, SIG_DFL);  // of whatever watches this test
  std::raise(signal);
  return "";
}

}  // namespace

TEST_CASE("Results come in the order of the jobs, for any number of workers") {
  const Job job = [](std::int64_t index) {
    ::usleep(index % 3 == 0 ? 20'000 : 0);  // the first of three is the last to finish
    return std::to_string(index * index);
  };
  for (const int workers : {1, 2, 5, 40}) {
    const Heard heard = run(workers, 12, job);
    CHECK(heard.texts == "0 1 4 9 16 25 36 49 64 81 100 121 ");
    CHECK(heard.indices.size() == 12);
    CHECK(no_children());
  }
}

TEST_CASE("Several workers are several processes, one is this one") {
  const Job pid = [](std::int64_t) {
    ::usleep(10'000);
    return std::to_string(::getpid());
  };
  const std::string ours = std::to_string(::getpid());
  CHECK(run(2, 6, pid).texts.find(ours) == std::string::npos);
  CHECK(run(1, 2, pid).texts == ours + ' ' + ours + ' ');
  CHECK(run(8, 1, pid).texts == ours + ' ');
}

TEST_CASE("No jobs, empty results and results of megabytes all arrive") {
  CHECK(run(3, 0, [](std::int64_t) { return "never"; }).indices.empty());
  CHECK(run(3, 4, [](std::int64_t) { return ""; }).texts == "    ");
  const Heard heard = run(2, 3, [](std::int64_t index) {
    return std::string(3'000'000, static_cast<char>('a' + index));
  });
  CHECK(heard.texts == std::string(3'000'000, 'a') + ' ' + std::string(3'000'000, 'b') + ' ' +
                           std::string(3'000'000, 'c') + ' ');
}

TEST_CASE("A user's mistake in a job arrives as it was thrown, after the results before it") {
  for (const int workers : {1, 3}) {
    std::vector<std::int64_t> before;
    const Job job = [](std::int64_t index) -> std::string {
      if (index == 2) throw ConfigError({"a.json", "/b", "a number", "a list", "a hint"});
      if (index == 4) throw std::runtime_error("too late to be heard");
      return "";
    };
    CHECK_THROWS_WITH(
        run_jobs({"job", workers}, 9, job,
                 [&](std::int64_t index, const std::string&) { before.push_back(index); }),
        "a.json#/b: expected a number, found a list (a hint)");
    CHECK(before == std::vector<std::int64_t>{0, 1});
    CHECK(no_children());
  }
}

TEST_CASE("A worker that crashes, exits or is killed is an error that names its job") {
  const auto dies_at_3 = [](auto how) {
    return [how](std::int64_t index) -> std::string {
      if (index == 3) how();
      ::usleep(5'000);
      return "";
    };
  };
  CHECK_THROWS_WITH(run(2, 50, dies_at_3([] { die(SIGSEGV); })),
                    Catch::Contains("job 3") && Catch::Contains("crashed"));
  CHECK_THROWS_WITH(run(2, 50, dies_at_3([] { std::_Exit(7); })),
                    Catch::Contains("job 3") && Catch::Contains("exit code 7"));
  CHECK_THROWS_AS(run(2, 50, dies_at_3([] { die(SIGKILL); })), ConfigError);
  CHECK_THROWS_WITH(run(2, 50, dies_at_3([] { throw std::bad_alloc(); })),
                    Catch::Contains("bad_alloc"));
  CHECK(no_children());
}

TEST_CASE("Every worker dying at once is an error, not a hang") {
  CHECK_THROWS_WITH(run(4, 4, [](std::int64_t) { return die(SIGSEGV); }), Catch::Contains("job 0"));
  CHECK(no_children());
}
