// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::tool {

struct ProcessResult {
  int exit_code = 0;   // 127 if the program cannot be started, 128 + signal if one ended it
  std::string output;  // stdout and stderr, as they came
};

// Runs `argv` (argv[0] is looked up on PATH) in `folder` ("" for here) and waits for it. No shell.
// With `most_cpu_s` above 0 it is ended after so many seconds of processor time (exit code 128 +
// SIGXCPU).
ProcessResult run_process(const std::vector<std::string>& argv, const std::string& folder = "",
                          int most_cpu_s = 0);

// True if `program` is on PATH.
bool on_path(const std::string& program);

// Throws ConfigError naming the Debian package if `program` is not on PATH.
void require_program(const std::string& program, const std::string& package);

}  // namespace jacquard::tool
