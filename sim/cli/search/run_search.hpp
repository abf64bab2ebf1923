// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "jacquard/search/agent.hpp"
#include "sim/cli/search/question_options.hpp"
#include "sim/search/session.hpp"

namespace jacquard::cli {

struct SearchOptions {
  SpaceOptions space;
  search::AgentSettings agent;
  std::string budget = "1000";
  std::string store;
  std::string resume;
  int top = 5;
  int confirm = 0;  // how many of the best; 0: none
  searching::OutsideOptions outside;
  bool describe = false;
  Option budget_given;
  std::vector<Option> not_resumed;    // which a store says already
  std::vector<Option> of_outside;     // which mean something for an agent outside alone
  std::vector<Option> not_described;  // which mean something for a search alone
  std::function<int()> run;           // of a command that follows
};

// The exit code: 1 if no point could be evaluated.
int run_search(const SearchOptions& o, const Common& common);

}  // namespace jacquard::cli
