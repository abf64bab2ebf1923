// SPDX-License-Identifier: Apache-2.0
#include "papers/cosmic/lab.hpp"

#include <algorithm>

namespace jacquard::cosmic {
namespace {

constexpr double kPicosecondsPerSecond = 1e12;
constexpr const char* kMostMessages = "most_messages";
constexpr std::int64_t kAwareMessages = 2'000'000;  // about a second on that back end

double seconds(const searching::Session& session, const search::Measured& measured) {
  const auto& names = session.environment().metrics();
  const auto at = std::find(names.begin(), names.end(), "time_ps");
  if (measured.metrics.empty() || at == names.end()) return 0;
  return measured.metrics[static_cast<std::size_t>(at - names.begin())] / kPicosecondsPerSecond;
}

// "a+b": a, b; "": none.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t plus = std::min(text.find('+', at), text.size());
    words.push_back(text.substr(at, plus - at));
    at = plus + 1;
  }
  return words;
}

}  // namespace

const char* name_of(Rules rules) { return rules == Rules::astra ? "astra-unaware" : "faithful"; }

searching::Question question_of(const Experiment& experiment) {
  searching::Question question;
  question.space = searching::read_space(experiment.space, question.file);
  config::Json& base = question.space["environment"]["base"];
  base["mode"] = name_of(experiment.rules);
  base.merge_patch(experiment.patch);
  question.rewards = {experiment.reward};
  return question;
}

Best best_of(const Experiment& experiment, const std::string& free, const std::string& agent,
             std::int64_t evaluations, std::uint64_t seed) {
  searching::Question question = question_of(experiment);
  question.free = words_of(free);
  question.agent.name = agent;
  question.budget.evaluations = evaluations;
  question.budget.proposals = evaluations;  // the paper's steps: repeated designs count
  question.seed = seed;
  const searching::Session session(std::move(question));
  const auto proposer = session.make_agent({});
  searching::RunOptions options;
  options.threads = experiment.threads;
  const search::Found found = session.run(*proposer, options);
  Best best;
  best.feasible = session.set().feasible();
  best.evaluations = static_cast<std::int64_t>(found.evaluations.size());
  best.certified = agent == "exhaustive" && (found.ending == search::Ending::exhausted ||
                                             found.ending == search::Ending::all);
  if (found.best < 0) return best;
  const auto step = static_cast<std::size_t>(found.best);
  best.reward = found.scores[step].rewards.front();
  best.time_s = seconds(session, found.evaluations[step].measured);
  best.design = session.space().show(found.evaluations[step].point);
  best.text = session.space().text(found.evaluations[step].point);
  best.steps_to_best = found.best + 1;
  return best;
}

Best best_found(const Experiment& experiment, const std::string& free, std::int64_t evaluations) {
  Best best;
  for (const char* agent : {"aco", "ga"}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Best one = best_of(experiment, free, agent, evaluations, seed);
      if (best.design.is_null() || one.reward > best.reward) best = std::move(one);
    }
  }
  return best;
}

Judged judge(const Experiment& experiment, const config::Json& design) {
  const searching::Session session(question_of(experiment));
  const search::Point point = session.space().point_of(design, {"design", ""});
  const search::Measured measured = session.environment().evaluate(point);
  const search::Score score = session.rewards().of(point, measured);
  Judged judged;
  judged.why_not = measured.why_not;
  judged.time_s = seconds(session, measured);
  if (score.valid) judged.reward = score.rewards.front();
  return judged;
}

double aware_time_s(const Experiment& experiment, const config::Json& design) {
  Experiment aware = experiment;
  aware.patch["engine"] = "event";
  aware.patch["mode"] = "astra-aware";
  aware.patch[kMostMessages] = kAwareMessages;
  return judge(aware, design).time_s;
}

}  // namespace jacquard::cosmic
