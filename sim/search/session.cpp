// SPDX-License-Identifier: Apache-2.0
#include "sim/search/session.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "sim/search/environment.hpp"
#include "sim/search/evaluators.hpp"

namespace jacquard::searching {
namespace {

search::Space space_of(Question& question) {
  search::Space space = search::Space::read(question.space, {question.file, ""});
  if (space.rewards().empty()) {
    throw base::ConfigError({question.file, "/rewards", "a reward to search for", "none", ""});
  }
  if (question.rewards.empty()) question.rewards = {space.rewards().front().name};
  return question.free.empty() ? space : space.restricted_to(question.free, "--knobs");
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

search::Found Session::run(
    int threads, search::Store* store,
    const std::function<void(std::int64_t done, double best)>& progress) const {
  const auto agent = search::make_agent(question_.agent, *set_,
                                        static_cast<int>(question_.rewards.size()), question_.seed);
  search::Run run;
  run.set = set_.get();
  run.environment = environment_.get();
  run.rewards = rewards_.get();
  run.agent = agent.get();
  run.evaluate = make_evaluator(*environment_, threads);
  run.budget = question_.budget;
  run.store = store;
  run.progress = progress;
  return search::search(run);
}

config::Json read_space(const std::string& name, std::string& file) {
  file = config::find_config("spaces", name, {"SPACE", ""});
  return config::read_json(file);
}

}  // namespace jacquard::searching
