// SPDX-License-Identifier: Apache-2.0
#include "sim/search/on_ranks.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "sim/search/evaluators.hpp"
#include "sim/search/measured_text.hpp"
#include "sim/search/session.hpp"
#include "sim/tool/run_on_ranks.hpp"

namespace jacquard::searching {
namespace {

using config::Document;
using search::Measured;
using search::Point;

using Clock = std::chrono::steady_clock;

// A message and its answer take a tenth of a millisecond between busy cores.
constexpr std::chrono::milliseconds kWorthAMessage{5};

// How long evaluations take here. It decides who evaluates what, never what comes of it.
class Cost {
 public:
  void learn(std::int64_t cases, Clock::duration time) {
    cases_ += static_cast<double>(cases);
    seconds_ += std::chrono::duration<double>(time).count();
  }
  std::int64_t cases_in(std::chrono::duration<double> time) const {
    constexpr double kMost = 1e6;
    if (seconds_ <= 0) return 1;
    return static_cast<std::int64_t>(std::min(kMost, time.count() * cases_ / seconds_));
  }

 private:
  double cases_ = 0;
  double seconds_ = 0;
};

std::vector<Point> part(const std::vector<Point>& points, tool::Share share) {
  return {points.begin() + static_cast<std::ptrdiff_t>(share.first),
          points.begin() + static_cast<std::ptrdiff_t>(share.end)};
}

// Another rank: first the question, then points of it.
class Serving {
 public:
  std::string answer(const std::string& request) {
    const Document asked = Document::parse(request);
    if (asked.is_object()) {
      session_.emplace(question_of(config::Json(asked.at("question")), "rank 0"));
      evaluate_ = make_evaluator(session_->environment(), asked.at("threads").get<int>());
      return "";
    }
    const auto points = asked.get<std::vector<Point>>();
    std::vector<Measured> all(points.size());
    evaluate_(points, [&](std::size_t i, Measured measured) { all[i] = std::move(measured); });
    Document answers = Document::array();
    for (const Measured& measured : all) answers.push_back(as_json(measured));
    return answers.dump();
  }

 private:
  std::optional<Session> session_;
  search::Evaluator evaluate_;
};

}  // namespace

search::Evaluator on_ranks(const tool::Ranks& ranks, const Question& question,
                           const search::Environment& environment, int threads) {
  const int at_once = ranks.threads(threads);
  tool::tell_ranks(ranks, Document{{"question", show(question)}, {"threads", at_once}}.dump());
  const search::Evaluator here = make_evaluator(environment, at_once);
  const auto cost = std::make_shared<Cost>();
  return [&ranks, here, at_once, cost](const std::vector<Point>& points, const search::Keep& keep) {
    tool::RankCases cases;
    cases.count = static_cast<std::int64_t>(points.size());
    cases.at_least = std::max<std::int64_t>(at_once, cost->cases_in(kWorthAMessage));
    cases.request = [&](tool::Share share) { return Document(part(points, share)).dump(); };
    cases.take = [&](tool::Share share, const std::string& text) {
      auto at = static_cast<std::size_t>(share.first);
      for (const Document& answer : Document::parse(text)) keep(at++, measured_of(answer));
    };
    cases.own = [&](tool::Share share) {
      const auto begin = Clock::now();
      here(part(points, share), [&](std::size_t i, Measured measured) {
        keep(static_cast<std::size_t>(share.first) + i, std::move(measured));
      });
      cost->learn(share.end - share.first, Clock::now() - begin);
    };
    tool::run_on_ranks(ranks, cases);
  };
}

void serve_rank(const tool::Ranks& ranks) {
  Serving serving;
  tool::serve_rank(ranks, [&](const std::string& request) { return serving.answer(request); });
}

}  // namespace jacquard::searching
