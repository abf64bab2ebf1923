// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <sstream>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/children.hpp"

namespace jacquard::tool {
namespace {

[[noreturn]] void become(const std::vector<std::string>& argv, const std::string& folder,
                         int output, int most_cpu_s) {
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);  // it does not belong to a terminal's foreground
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (most_cpu_s > 0) {
    const rlimit limit{static_cast<rlim_t>(most_cpu_s), static_cast<rlim_t>(most_cpu_s) + 1};
    ::setrlimit(RLIMIT_CPU, &limit);
  }
  if (folder.empty() || ::chdir(folder.c_str()) == 0) ::execvp(words[0], words.data());
  ::_exit(127);
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& argv, const std::string& folder,
                          int most_cpu_s) {
  int ends[2];
  JQ_CHECK(::pipe2(ends, O_CLOEXEC) == 0, "a pipe can be opened");
  const pid_t child = start_child(ChildKind::program);
  if (child == 0) become(argv, folder, ends[1], most_cpu_s);
  ::close(ends[1]);
  ProcessResult result;
  char block[4096];
  for (;;) {
    const ssize_t got = ::read(ends[0], block, sizeof block);
    if (got > 0) result.output.append(block, static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) break;
  }
  ::close(ends[0]);
  const int status = wait_for_child(child);
  result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

void require_program(const std::string& program, const std::string& package) {
  if (on_path(program)) return;
  throw base::ConfigError(
      {"PATH", "", "the program '" + program + "'", "none", "Debian package " + package});
}

}  // namespace jacquard::tool
