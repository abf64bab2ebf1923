// SPDX-License-Identifier: Apache-2.0
#include "sim/search/session.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/search/agents/agents.hpp"
#include "sim/search/environment.hpp"
#include "sim/search/evaluators.hpp"
#include "sim/search/on_ranks.hpp"
#include "sim/search/outside_agent.hpp"

namespace jacquard::searching {
namespace {

search::Space space_of(Question& question) {
  search::Space space = search::Space::read(question.space, {question.file, ""});
  if (space.rewards().empty()) {
    throw base::ConfigError({question.file, "/rewards", "a reward to search for", "none", ""});
  }
  if (question.rewards.empty()) question.rewards = {space.default_reward()};
  return question.free.empty() ? space : space.restricted_to(question.free, "--knobs");
}

// Our own agents propose nothing infeasible; others may, and are told why it is wrong.
search::Evaluator feasible_only(const search::FeasibleSet& set, search::Evaluator evaluate) {
  return [&set, evaluate = std::move(evaluate)](const std::vector<search::Point>& points,
                                                const search::Keep& keep) {
    std::vector<search::Point> feasible;
    std::vector<std::size_t> place;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::string why_not = set.why_not(points[i]);
      if (!why_not.empty()) {
        keep(i, {why_not, {}});
        continue;
      }
      feasible.push_back(points[i]);
      place.push_back(i);
    }
    if (feasible.empty()) return;
    evaluate(feasible, [&](std::size_t i, search::Measured measured) {
      keep(place[i], std::move(measured));
    });
  };
}

}  // namespace

Session::Session(Question question) : question_(std::move(question)), space_(space_of(question_)) {
  environment_ = make_environment(space_);
  set_ = std::make_unique<search::FeasibleSet>(space_, environment_->predicates());
  rewards_ = std::make_unique<search::Rewards>(space_, environment_->metrics(), question_.rewards,
                                               "--reward");
}

search::Identity Session::identity() const {
  return search::identity_of(space_, environment_->metrics(), question_.rewards, show(question_));
}

std::unique_ptr<search::Agent> Session::make_agent(const OutsideOptions& outside) const {
  if (is_outside_agent(question_.agent.name)) return std::make_unique<OutsideAgent>(*this, outside);
  if (question_.agent.name == "exhaustive" && question_.rewards.size() == 1) {
    return search::make_certificate(
        *set_, [this](const search::Point& point, const std::vector<bool>& fixed) {
          return rewards_->ceiling(*environment_, point, fixed);
        });
  }
  return search::make_agent(question_.agent, *set_, static_cast<int>(question_.rewards.size()),
                            question_.seed);
}

search::Found Session::run(search::Agent& agent, const RunOptions& options) const {
  search::Run run;
  run.set = set_.get();
  run.environment = environment_.get();
  run.rewards = rewards_.get();
  run.agent = &agent;
  run.evaluate = options.ranks != nullptr
                     ? on_ranks(*options.ranks, question_, *environment_, options.threads)
                     : make_evaluator(*environment_, options.threads);
  run.budget = question_.budget;
  run.store = options.store;
  run.stop = options.stop;
  run.progress = options.progress;
  if (auto* outside = dynamic_cast<OutsideAgent*>(&agent)) {
    run.evaluate = feasible_only(*set_, std::move(run.evaluate));
    run.heard = [outside](const search::Found& found, std::size_t first) {
      outside->hear(found, first);
    };
  }
  return search::search(run);
}

std::vector<search::Measured> Session::measure(const std::vector<search::Point>& points,
                                               int threads) const {
  std::vector<search::Measured> all(points.size());
  feasible_only(*set_, make_evaluator(*environment_, threads))(
      points, [&](std::size_t i, search::Measured measured) { all[i] = std::move(measured); });
  return all;
}

config::Json read_space(const std::string& name, std::string& file) {
  file = config::find_config("spaces", name, {"SPACE", ""});
  return config::read_json(file);
}

}  // namespace jacquard::searching
