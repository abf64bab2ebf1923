// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace jacquard::cli {

// The page jacquard(1) in man's format: every command with its options and examples.
std::string manual(const CLI::App& app);

}  // namespace jacquard::cli
