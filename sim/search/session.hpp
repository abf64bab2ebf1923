// SPDX-License-Identifier: Apache-2.0
// A question made ready: its space, who evaluates it, and who proposes.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "jacquard/search/search.hpp"
#include "sim/search/question.hpp"

namespace jacquard::searching {

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
  // Runs the search with so many workers. `store`: none, or where it is kept.
  search::Found run(int threads, search::Store* store,
                    const std::function<void(std::int64_t done, double best)>& progress) const;
  // One point.
  search::Measured evaluate(const search::Point& point) const {
    return environment_->evaluate(point);
  }

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
