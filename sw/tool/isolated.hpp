// SPDX-License-Identifier: Apache-2.0
// Work that may crash or never return (a user's RTL), in a process of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace jacquard::tool {

// The child counts up; the parent sees whether it still does.
using Pulse = std::function<void()>;

// Runs `work` in a child process and returns what it returned. A ConfigError it throws is thrown
// here. Its stdout is our stderr. Throws ConfigError about `what` if the child crashes, or lives
// for `patience` without calling its Pulse.
std::string run_isolated(const std::string& what, std::chrono::seconds patience,
                         const std::function<std::string(const Pulse&)>& work);

}  // namespace jacquard::tool
