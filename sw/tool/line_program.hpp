// SPDX-License-Identifier: Apache-2.0
// A program that speaks JSON lines on its stdin and stdout.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::tool {

// How errors name the program.
struct LineRole {
  const char* option;  // "--agent"
  const char* who;     // "an agent"
};

class LineProgram {
 public:
  // Starts `command` by the shell. `patience`: for each line that it is to write or to read.
  LineProgram(LineRole role, std::string command, std::chrono::duration<double> patience);
  // Closes its stdin, gives it a second, and ends it.
  ~LineProgram();
  LineProgram(const LineProgram&) = delete;
  LineProgram& operator=(const LineProgram&) = delete;

  // Both throw ConfigError, naming the command, for a program that has ended or is late; receive()
  // also for a line that is no JSON object.
  void send(const config::Document& message);
  config::Json receive();

  // Throws the error for a line that is not what was asked for.
  [[noreturn]] void fail(const std::string& expected, const std::string& found) const;

 private:
  void wait_for(short event, std::chrono::steady_clock::time_point until);
  [[noreturn]] void fail_as_ended();

  LineRole role_;
  std::string command_;
  std::chrono::duration<double> patience_;
  pid_t child_ = -1;  // -1: it was waited for
  int socket_ = -1;
  std::string unread_;
};

}  // namespace jacquard::tool
