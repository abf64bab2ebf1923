// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace jacquard::cli {

// A script for "bash" or "zsh" that completes verbs, what follows them, their options, and files.
// Throws ConfigError for another shell.
std::string completion(const CLI::App& app, const std::string& shell);

}  // namespace jacquard::cli
