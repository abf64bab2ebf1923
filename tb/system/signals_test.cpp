// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM in the middle of every long command.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"

namespace fs = std::filesystem;
using jacquard::base::read_file;
using jacquard::tb::Folder;
using jacquard::tb::Words;

namespace {

constexpr auto kLongest = std::chrono::seconds(10);  // the program takes 0.1 s; machines are loaded

struct Run {
  Words words;
  bool cache_of_its_own = false;  // empty, so that models, syntheses and studies are begun
};

[[noreturn]] void become(const Run& run, const Folder& folder) {
  ::setsid();
  ::setenv("TMPDIR", folder.path("tmp").c_str(), 1);
  if (run.cache_of_its_own) ::setenv("JACQUARD_CACHE", folder.path("cache").c_str(), 1);
  for (const int number : {SIGINT, SIGTERM}) std::signal(number, SIG_DFL);
  const auto to = [&](const char* name, int descriptor) {
    ::dup2(::open(folder.path(name).c_str(), O_CREAT | O_WRONLY, 0666), descriptor);
  };
  to("out", STDOUT_FILENO);
  to("err", STDERR_FILENO);
  std::vector<char*> argv{const_cast<char*>(JACQUARD_PROGRAM)};
  for (const std::string& word : run.words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  if (::chdir(folder.path("here").c_str()) == 0) ::execv(argv[0], argv.data());
  ::_exit(127);
}

// Processes of the session that still run: field 6 of /proc/PID/stat, behind the name in brackets.
int still_running(pid_t session) {
  int count = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    std::ifstream file(entry.path() / "stat");
    std::string text;
    if (!std::getline(file, text)) continue;
    std::istringstream rest(text.substr(text.rfind(')') + 1));
    std::string state;
    pid_t parent = 0, group = 0, of = 0;
    rest >> state >> parent >> group >> of;
    if (of == session && state != "Z") ++count;
  }
  return count;
}

// Everything below the folder that is not finished: what is aside, locks, temporary folders.
std::vector<std::string> unfinished(const Folder& folder) {
  std::vector<std::string> names;
  for (const std::string& name : folder.listing()) {
    const bool temporary = name.rfind("tmp/", 0) == 0;
    if (temporary || name.find(".part") != name.npos || name.find(".lock") != name.npos ||
        name.find(".fst") != name.npos) {
      names.push_back(name);
    }
  }
  return names;
}

// Whether the process has a handler of its own for the signal, which on a machine under load takes
// seconds.
bool catches(pid_t process, int signal) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  std::uint64_t caught = 0;
  for (std::string key; file >> key;) {
    if (key == "SigCgt:") file >> std::hex >> caught;
  }
  return ((caught >> static_cast<unsigned>(signal - 1)) & 1) != 0;
}

void signal_in_the_middle(const Run& run, int signal) {
  const Folder folder;
  for (const char* name : {"tmp", "here"}) fs::create_directory(folder.path(name));
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) become(run, folder);
  for (int tries = 0; tries < 6000 && !catches(child, signal); ++tries) ::usleep(10'000);
  ::usleep(1'000'000);
  int status = 0;
  const bool had_ended = ::waitpid(child, &status, WNOHANG) != 0;
  const auto began = std::chrono::steady_clock::now();
  if (!had_ended) ::kill(child, signal);
  while (!had_ended && ::waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() - began > kLongest) ::kill(child, SIGKILL);
    ::usleep(5'000);
  }
  ::usleep(100'000);  // a child that was killed takes a moment to go
  const std::string said = read_file(folder.path("err"));
  std::string command;
  for (const std::string& word : run.words) command += word + ' ';
  INFO(command << ": " << said);
  CHECK_FALSE(had_ended);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == signal);
  CHECK(still_running(child) == 0);
  CHECK(unfinished(folder).empty());
  CHECK_THAT(said,
             Catch::Contains(signal == SIGINT ? "jacquard: interrupted" : "jacquard: terminated"));
}

const std::vector<Run> kLongRuns = {
    {{"schedule", "--demand", "uniform:1024", "--index", "all"}},
    {{"verify", "--core", "ladder", "--ports", "8", "--cases", "1000000000"}},
    {{"verify", "--core", "ladder", "--ports", "16", "--trace", "t.fst"}, true},
    {{"verify", "--rtl", "configs/rtl/round_robin_pipeline.v", "--top", "round_robin_pipeline",
      "--kind", "arbiter", "--ports", "8", "--cases", "1000000000000", "--trace", "t.fst"}},
    {{"simulate", "moe_alltoall", "--seeds", "1000", "--threads", "2"}},
    {{"simulate", "moe_alltoall", "--seeds", "1000", "--threads", "1", "--no-report"}},
    {{"simulate", "moe_alltoall", "--set", "scheduler.kind=rtl"}, true},
    {{"collective", "prove", "--ports", "1..1024"}},
    {{"bench", "engine", "--repeat", "1000000"}},
    {{"bench", "packet", "--repeat", "1000000"}},
    {{"synth", "--core", "ladder", "--ports", "64"}, true},
    {{"repro", "chronos.fig6", "--threads", "2"}, true},
    {{"study", "arbiter-load", "--slots", "3000000000"}},
    {{"study", "guard-time", "--matrices", "10000", "--json"}},
    {{"study", "fig6", "--threads", "2"}, true},
    {{"demo"}, true},
};

}  // namespace

TEST_CASE("A signal ends every long command at once, and leaves neither processes nor half files") {
  for (std::size_t k = 0; k < kLongRuns.size(); ++k) {
    signal_in_the_middle(kLongRuns[k], k % 2 == 0 ? SIGINT : SIGTERM);
  }
}

TEST_CASE("Rows that are finished are printed when a signal comes, under --json as one object") {
  const Folder folder;
  for (const char* name : {"tmp", "here"}) fs::create_directory(folder.path(name));
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    become({{"schedule", "--demand", "uniform:1024", "--index", "all", "--scheduler", "maximal",
             "--json"}},
           folder);
  }
  // What takes more than two seconds says what it is at. A machine under load needs longer.
  const auto says_part = [&] {
    return fs::exists(folder.path("err")) &&
           read_file(folder.path("err")).find("uniform:1024") != std::string::npos;
  };
  for (int tries = 0; tries < 6000 && !says_part(); ++tries) ::usleep(10'000);
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  const auto object = nlohmann::json::parse(read_file(folder.path("out")));
  CHECK(object["interrupted"] == true);
  int index = 0;
  for (const auto& row : object["rows"]) {
    CHECK(row["index"] == index++);
    CHECK(row["valid"] == true);
  }
  CHECK_THAT(read_file(folder.path("err")),
             Catch::Contains(index == 0   ? std::string("no row was finished")
                             : index == 1 ? std::string("1 finished row is above")
                                          : std::to_string(index) + " finished rows are above"));
  CHECK_THAT(read_file(folder.path("err")),
             Catch::Contains("schedule: reading uniform:1024, for") ||
                 Catch::Contains("schedule: maximal on uniform:1024["));
}
