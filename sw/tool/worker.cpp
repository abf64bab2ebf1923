// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/worker.hpp"

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/answer.hpp"
#include "jacquard/tool/children.hpp"

namespace jacquard::tool {
namespace {

// False if the other end is gone. A socket, unlike a pipe, can say so without a signal.
bool send_all(int to, const char* data, std::size_t size) {
  for (std::size_t sent = 0; sent < size;) {
    const ssize_t wrote = ::send(to, data + sent, size - sent, MSG_NOSIGNAL);
    if (wrote > 0) sent += static_cast<std::size_t>(wrote);
    if (wrote < 0 && errno != EINTR) return false;
  }
  return true;
}

bool receive_all(int from, char* data, std::size_t size) {
  for (std::size_t got = 0; got < size;) {
    const ssize_t read = ::recv(from, data + got, size - got, 0);
    if (read == 0 || (read < 0 && errno != EINTR)) return false;
    if (read > 0) got += static_cast<std::size_t>(read);
  }
  return true;
}

[[noreturn]] void be_the_child(int end, const std::function<std::string(std::int64_t)>& job) {
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  std::int64_t index = 0;
  while (receive_all(end, reinterpret_cast<char*>(&index), sizeof index)) {
    const std::string answer = sealed_answer([&] { return job(index); });
    const std::uint64_t size = answer.size();
    if (!send_all(end, reinterpret_cast<const char*>(&size), sizeof size)) break;
    if (!send_all(end, answer.data(), answer.size())) break;
  }
  std::fflush(nullptr);
  ::_exit(0);
}

}  // namespace

Worker::Worker(const std::function<std::string(std::int64_t)>& job,
               const std::vector<int>& others) {
  int ends[2];
  JQ_CHECK(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0,
           "a socket can be opened");
  child_ = start_child(ChildKind::worker);
  if (child_ == 0) {
    ::close(ends[0]);
    for (const int other : others) ::close(other);
    be_the_child(ends[1], job);
  }
  ::close(ends[1]);
  end_ = ends[0];
}

Worker::~Worker() {
  if (!waited_) ::kill(child_, SIGKILL);
  status();
  ::close(end_);
}

void Worker::begin(std::int64_t index) {
  JQ_CHECK(!index_, "a worker does one job at a time");
  index_ = index;
  send_all(end_, reinterpret_cast<const char*>(&index), sizeof index);  // if gone, hear() learns it
}

std::optional<std::string> Worker::hear() {
  char block[1 << 16];
  const ssize_t got = ::recv(end_, block, sizeof block, 0);
  if (got < 0 && errno == EINTR) return std::nullopt;
  if (got <= 0) {
    gone_ = true;
    return std::nullopt;
  }
  heard_.append(block, static_cast<std::size_t>(got));
  std::uint64_t size = 0;
  if (heard_.size() < sizeof size) return std::nullopt;
  std::memcpy(&size, heard_.data(), sizeof size);
  if (heard_.size() - sizeof size < size) return std::nullopt;
  std::string answer = heard_.substr(sizeof size);
  heard_.clear();
  index_.reset();
  return answer;
}

int Worker::status() {
  if (!waited_) {
    status_ = wait_for_child(child_);
    waited_ = true;
  }
  return status_;
}

}  // namespace jacquard::tool
