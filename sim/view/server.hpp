// SPDX-License-Identifier: Apache-2.0
// The page of large results, and of commands to run: HTTP on the loopback interface alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/view/document.hpp"

namespace jacquard::view {

struct ServerOptions {
  std::vector<std::string> paths;
  int port = 0;  // 0: any that is free
  Limits limits{2'000'000, std::size_t{8} << 20, std::size_t{128} << 20};
  // JSON of comparisons of what is at these paths, as page() takes it.
  std::function<std::string(const std::vector<std::string>& paths)> compare;
  // Hears the address, which has a token that no one can guess.
  std::function<void(const std::string& address)> ready;
};

// Serves until it is interrupted. Requests without the token, or by another name than 127.0.0.1 or
// localhost, get 403. Throws ConfigError where a path has nothing of ours or the port is taken.
void serve(const ServerOptions& options);

// The words that run a document's command with other values for options: what the page may ask for.
// Throws ConfigError where the command or an option could write a file, start a program, or read
// outside the folder.
std::vector<std::string> words_to_run(
    const std::string& command_line,
    const std::vector<std::pair<std::string, std::string>>& options);

}  // namespace jacquard::view
