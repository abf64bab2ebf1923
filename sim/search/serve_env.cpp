// SPDX-License-Identifier: Apache-2.0
#include "sim/search/serve_env.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "jacquard/base/error.hpp"
#include "sim/search/point_text.hpp"

namespace jacquard::searching {
namespace {

using config::Document;
using config::Json;
using search::Point;

constexpr const char* kRequests = "one of describe, reset, step, sample, repair and close";
constexpr const char* kPurpose = "environment";

// Each coordinate's place among its values, in 0..1.
Document observation_of(const search::Space& space, const Point& point) {
  Document all = Document::array();
  for (std::size_t k = 0; k < point.size(); ++k) {
    const auto last = static_cast<double>(space.knobs()[k].values.size() - 1);
    all.push_back(last > 0 ? point[k] / last : 0.0);
  }
  return all;
}

}  // namespace

EnvironmentServer::EnvironmentServer(const Session& session, int threads)
    : session_(session), threads_(threads), rng_(session.question().seed, kPurpose) {}

std::string EnvironmentServer::reply_to(const std::string& line) {
  Document answer;
  try {
    answer = reply(config::parse_json(line, "request"));
  } catch (const base::ConfigError& error) {
    answer = {{"error", error.what()}};
  }
  return answer.dump();
}

Document EnvironmentServer::reply(const Json& request) {
  const config::Place place{"request", ""};
  if (!request.is_object() || request.size() != 1) {
    place.fail(std::string("an object with ") + kRequests, config::brief(request));
  }
  if (const auto about = answer_about_points(session_, request, rng_, place)) return *about;
  const std::string verb = request.begin().key();
  if (verb == "describe") return describe(session_);
  if (verb == "reset") return reset(request["reset"]);
  if (verb == "step") return step(request["step"]);
  if (verb == "close") {
    closed_ = true;
    return {{"closed", true}};
  }
  place.fail(kRequests, "'" + verb + "'");
}

// The design that an episode begins with: the base, or one that is drawn.
Document EnvironmentServer::reset(const Json& request) {
  const config::Place place{"request", "/reset"};
  if (!request.is_object()) place.fail("an object", config::brief(request));
  for (const auto& [key, value] : request.items()) {
    if (key != "seed") place.fail("no key but \"seed\"", "'" + key + "'");
    if (!value.is_number_unsigned()) {
      (place / key).fail("a whole number from 0 on", config::brief(value));
    }
    rng_ = base::Rng(value.get<std::uint64_t>(), kPurpose);
  }
  steps_ = 0;
  const search::Space& space = session_.space();
  const Point point = space.base() ? *space.base() : session_.set().sample(rng_);
  Document answer = point_document(space, point);
  answer["observation"] = observation_of(space, point);
  return answer;
}

Document EnvironmentServer::step(const Json& request) {
  const config::Place place{"request", "/step"};
  const bool one = request.is_object() && request.size() == 1 && request.contains("point");
  const bool several = request.is_object() && request.size() == 1 && request.contains("points");
  if (!one && !several) place.fail("an object with point or points", config::brief(request));
  const search::Space& space = session_.space();
  std::vector<Point> points;
  if (one) {
    points.push_back(read_point(space, request["point"], place / "point"));
  } else {
    points = read_points(space, request["points"], place / "points");
  }
  const std::vector<search::Measured> measured = session_.measure(points, threads_);
  Document outcomes = Document::array();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const search::Evaluation evaluation{++steps_, points[i], measured[i]};
    Document answer = outcome(session_, evaluation, session_.rewards().of(points[i], measured[i]));
    answer["observation"] = observation_of(space, points[i]);
    answer["step"] = evaluation.step;
    outcomes.push_back(std::move(answer));
  }
  return one ? outcomes.front() : Document{{"steps", outcomes}};
}

void serve_environment(const Session& session, int threads, std::istream& in) {
  EnvironmentServer server(session, threads);
  std::string line;
  while (!server.closed() && std::getline(in, line)) {
    if (line.empty()) continue;
    fmt::print("{}\n", server.reply_to(line));
    std::fflush(stdout);
  }
}

}  // namespace jacquard::searching
