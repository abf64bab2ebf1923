// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/line_program.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <string_view>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/children.hpp"

namespace jacquard::tool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestLine = std::size_t{64} << 20;
constexpr int kFarewellMilliseconds = 1000;

[[noreturn]] void become_program(const std::string& command, int socket) {
  ::dup2(socket, STDIN_FILENO);
  ::dup2(socket, STDOUT_FILENO);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  const int known = ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
  return known != 0 || info.si_pid == child;
}

// Waits a little: whoever closes its end of a pipe may end in a moment.
bool ends_soon(pid_t child, int milliseconds) {
  for (int waited = 0; waited < milliseconds; waited += 5) {
    if (has_ended(child)) return true;
    ::usleep(5000);
  }
  return has_ended(child);
}

std::string shortened(std::string_view line) {
  constexpr std::size_t kMost = 60;
  return "'" + std::string(line.substr(0, kMost)) + (line.size() > kMost ? "...'" : "'");
}

}  // namespace

LineProgram::LineProgram(LineRole role, std::string command, std::chrono::duration<double> patience)
    : role_(role), command_(std::move(command)), patience_(patience) {
  int ends[2];
  JQ_CHECK(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0,
           "a pair of sockets can be opened");
  child_ = start_child(ChildKind::program);
  if (child_ == 0) become_program(command_, ends[1]);
  ::close(ends[1]);
  socket_ = ends[0];
}

LineProgram::~LineProgram() {
  ::close(socket_);
  if (child_ < 0) return;
  if (!ends_soon(child_, kFarewellMilliseconds)) ::kill(-child_, SIGKILL);
  wait_for_child(child_);
}

void LineProgram::fail(const std::string& expected, const std::string& found) const {
  throw base::ConfigError(
      {fmt::format("{} '{}'", role_.option, command_), "", expected, found, ""});
}

void LineProgram::fail_as_ended() {
  std::string how = "it closed its stdout";
  if (ends_soon(child_, kFarewellMilliseconds)) {
    const int status = wait_for_child(child_);
    child_ = -1;
    how = WIFSIGNALED(status) ? fmt::format("it was ended by signal {}", WTERMSIG(status))
                              : fmt::format("it ended with exit code {}", WEXITSTATUS(status));
  }
  fail(fmt::format("{} that answers until its stdin ends", role_.who), how);
}

void LineProgram::wait_for(short event, Clock::time_point until) {
  for (;;) {
    const double left = std::chrono::duration<double>(until - Clock::now()).count();
    if (left <= 0) {
      fail(fmt::format("a line within {:g} s", patience_.count()), "none; see --patience");
    }
    pollfd one{socket_, event, 0};
    const int ready = ::poll(&one, 1, static_cast<int>(std::min(left * 1000, 1e6)) + 1);
    if (ready > 0) return;
    JQ_CHECK(ready == 0 || errno == EINTR, "a socket can be waited for");
  }
}

void LineProgram::send(const config::Document& message) {
  const std::string line = message.dump() + "\n";
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(patience_);
  for (std::size_t at = 0; at < line.size();) {
    wait_for(POLLOUT, until);
    const ssize_t sent =
        ::send(socket_, line.data() + at, line.size() - at, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) at += static_cast<std::size_t>(sent);
    if (sent < 0 && errno != EINTR && errno != EAGAIN) fail_as_ended();
  }
}

config::Json LineProgram::receive() {
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(patience_);
  std::size_t end = unread_.find('\n');
  while (end == std::string::npos) {
    wait_for(POLLIN, until);
    char block[65536];
    const ssize_t got = ::recv(socket_, block, sizeof block, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) fail_as_ended();
    if (got < 0) continue;
    const std::size_t before = unread_.size();
    unread_.append(block, static_cast<std::size_t>(got));
    if (unread_.size() > kLongestLine) fail("a line of at most 64 MiB", "a longer one");
    end = unread_.find('\n', before);
  }
  const std::string line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  config::Json message;
  try {
    message = config::parse_json(line, "");
  } catch (const base::ConfigError&) {
    fail("a JSON object on a line", shortened(line));
  }
  if (!message.is_object()) fail("a JSON object on a line", shortened(line));
  return message;
}

}  // namespace jacquard::tool
