// SPDX-License-Identifier: Apache-2.0
#include "sim/search/outside_agent.hpp"

#include <fmt/format.h>

#include <string_view>

#include "jacquard/base/error.hpp"
#include "sim/search/point_text.hpp"

namespace jacquard::searching {
namespace {

using config::Document;
using config::Json;
using search::Point;

constexpr std::string_view kScheme = "exec:";
constexpr std::int64_t kAskedAtOnce = 16;

std::string command_of(const std::string& name) {
  return name.rfind(kScheme, 0) == 0 ? name.substr(kScheme.size()) : name;
}

}  // namespace

bool is_outside_agent(const std::string& name) {
  return name.rfind(kScheme, 0) == 0 || name.find(' ') != std::string::npos;
}

OutsideAgent::OutsideAgent(const Session& session, const OutsideOptions& options)
    : session_(session),
      repair_(options.repair),
      program_({"--agent", "an agent"}, command_of(session.question().agent.name),
               std::chrono::duration<double>(options.patience_s)),
      rng_(session.question().seed, "outside agent") {
  program_.send({{"hello", describe(session)}});
}

std::vector<Point> OutsideAgent::read_answer(const Json& answer) {
  const auto found = answer.find("points");
  if (found == answer.end()) {
    program_.fail("\"points\", \"done\", \"sample\" or \"repair\"", config::brief(answer));
  }
  std::vector<Point> points = read_points(session_.space(), *found, {"--agent", "/points"});
  if (repair_) {
    for (Point& point : points) point = session_.set().repair(point, rng_);
  }
  return points;
}

// It is always asked for as many, so that a smaller budget cuts its trajectory and changes nothing.
std::vector<Point> OutsideAgent::ask(std::int64_t most) {
  const int population = session_.question().agent.population;
  const std::int64_t asked = population > 0 ? population : kAskedAtOnce;
  program_.send({{"ask", asked}});
  for (;;) {
    const Json answer = program_.receive();
    if (const auto reply = answer_about_points(session_, answer, rng_, {"--agent", ""})) {
      program_.send(*reply);
      continue;
    }
    if (answer.contains("done")) return {};
    std::vector<Point> points = read_answer(answer);
    if (static_cast<std::int64_t>(points.size()) > asked) {
      program_.fail(fmt::format("at most {} points", asked), fmt::format("{}", points.size()));
    }
    if (static_cast<std::int64_t>(points.size()) > most) {
      points.resize(static_cast<std::size_t>(most));
    }
    return points;
  }
}

void OutsideAgent::hear(const search::Found& found, std::size_t first) {
  heard_.assign(found.evaluations.begin() + static_cast<std::ptrdiff_t>(first),
                found.evaluations.end());
}

void OutsideAgent::tell(base::Span<const Point> points, base::Span<const search::Score> scores) {
  JQ_CHECK(heard_.size() == points.size(), "an agent hears of a batch before it is told");
  Document told = Document::array();
  for (std::size_t i = 0; i < points.size(); ++i) {
    told.push_back(outcome(session_, heard_[i], scores[i]));
  }
  program_.send({{"tell", told}});
}

}  // namespace jacquard::searching
