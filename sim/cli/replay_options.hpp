// SPDX-License-Identifier: Apache-2.0
// The part of `jacquard simulate` that replays a stack.
#pragma once

#include <string>

#include "sim/cli/command.hpp"

namespace jacquard::cli {

struct ReplayOptions {
  std::string stack;  // a folder that jacquard genstack wrote
  std::string late;
  std::string policy;
  Option late_given;
  Option policy_given;
};

// Adds --stack, --late and --policy.
void add_replay_options(Arguments& app, ReplayOptions& options);

// Replays the stack, and with --out writes a timeline and a result. Returns 1 if messages are late
// although nobody was told to be.
int run_replay(const ReplayOptions& options, const Common& common);

}  // namespace jacquard::cli
