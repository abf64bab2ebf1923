// SPDX-License-Identifier: Apache-2.0
// A question made ready: its space, who evaluates it, and who proposes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/search/search.hpp"
#include "sim/search/question.hpp"
#include "sim/tool/ranks.hpp"

namespace jacquard::searching {

// Of an agent that is another program.
struct OutsideOptions {
  double patience_s = 60;  // for each answer
  bool repair = false;     // make its infeasible points feasible; else they are scored as invalid
};

// What changes nothing about what is found.
struct RunOptions {
  int threads = 0;                     // workers; 0: as many as the machine has
  search::Store* store = nullptr;      // none: results live in memory
  const tool::Ranks* ranks = nullptr;  // those that evaluate, each with so many workers
  std::function<void(std::int64_t done, double best)> progress = [](std::int64_t, double) {};
  std::function<bool()> stop = [] { return false; };  // asked after each batch
};

class Session {
 public:
  // Throws ConfigError for whatever is wrong with the question.
  explicit Session(Question question);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Question& question() const { return question_; }
  const search::Space& space() const { return space_; }
  const search::Environment& environment() const { return *environment_; }
  const search::FeasibleSet& set() const { return *set_; }
  const search::Rewards& rewards() const { return *rewards_; }

  // What a store of this search is of.
  search::Identity identity() const;
  // Who proposes; a program outside is started. Throws ConfigError for an unknown agent.
  std::unique_ptr<search::Agent> make_agent(const OutsideOptions& outside) const;
  search::Found run(search::Agent& agent, const RunOptions& options) const;
  // Points beside the search, infeasible ones with why they are; `threads` as of a run.
  std::vector<search::Measured> measure(const std::vector<search::Point>& points,
                                        int threads) const;

 private:
  Question question_;
  search::Space space_;
  std::unique_ptr<search::Environment> environment_;
  std::unique_ptr<search::FeasibleSet> set_;
  std::unique_ptr<search::Rewards> rewards_;
};

// Reads a space's file: a path, or a name of configs/spaces.
config::Json read_space(const std::string& name, std::string& file);

}  // namespace jacquard::searching
