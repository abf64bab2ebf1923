// SPDX-License-Identifier: Apache-2.0
// What a search is asked: all that decides its trajectory, and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/search/agent.hpp"
#include "jacquard/search/search.hpp"

namespace jacquard::searching {

struct Question {
  std::string file;               // the space's, for messages
  config::Json space;             // its contents
  std::vector<std::string> free;  // layers and knobs that are searched; none: all
  search::AgentSettings agent;
  std::vector<std::string> rewards;  // none: the space's first
  search::Budget budget;
  std::uint64_t seed = 1;
};

// As a store keeps it, and back. Throws ConfigError naming `source` for what is none.
config::Document show(const Question& question);
Question question_of(const config::Json& json, const std::string& source);

// "1000" or "60 s", "2 min", "1 h". Throws ConfigError naming --budget.
search::Budget read_budget(const std::string& text);

}  // namespace jacquard::searching
