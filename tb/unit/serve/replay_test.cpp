// SPDX-License-Identifier: Apache-2.0
// A real run of vLLM (casys-kaist/LLMServingSim, MIT) again, held to what was measured.
#include "jacquard/serve/replay.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "jacquard/demand/csv.hpp"
#include "jacquard/serve/traffic.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using namespace jacquard::serve;

namespace {

std::string measured(const char* file) {
  return tb::in_source_tree(std::string("configs/measured/replay/") + file);
}

// Ends of steps in their order.
class Ends : public StepWatcher {
 public:
  void seen(const StepSeen& step) override { steps.emplace(step.end.count(), steps.size()); }
  std::map<std::int64_t, std::size_t> steps;
};

}  // namespace

TEST_CASE("every measured figure of the replay is met within 2 %") {
  const ReplayAnswer answer =
      replay(measured(""), measured("config.json"), measured("requests.csv"));
  REQUIRE(answer.figures.size() == 15);
  double sum = 0;
  for (const ReplayFigure& figure : answer.figures) {
    INFO(figure.name);
    REQUIRE(figure.error());
    CHECK(std::abs(*figure.error()) < 0.02);
    sum += std::abs(*figure.error());
  }
  CHECK(sum / 15 < 0.01);
}

// Whatever steps cost, tokens of one real step must come from one step of ours, in the same order:
// the scheduler's rules alone decide. Nothing of the cache is assumed here beyond its size.
TEST_CASE("the scheduler follows the real one for 760 steps") {
  ReplaySettings settings = read_replay_settings(measured("config.json"));
  const auto clock = profile_clock(measured(""), settings.model);
  std::vector<Request> requests;
  std::map<std::int64_t, std::pair<double, double>> real;  // first and last token, in s
  demand::read_csv(measured("requests.csv"), {"id", "arrival_s", "first_token_s", "last_token_s"},
                   [&](const demand::CsvRow& row) {
                     Request request;
                     request.id = static_cast<std::int64_t>(row.number("id"));
                     request.input = row.count("input_tokens");
                     request.output = row.count("output_tokens");
                     request.arrival = base::Picoseconds{row.number("arrival_s") * 1e12};
                     real[request.id] = {row.number("first_token_s"), row.number("last_token_s")};
                     requests.push_back(request);
                   });
  Ends ends;
  ListTraffic traffic(requests);
  const ServerRun run = serve::serve(settings.engine, 1, *clock, traffic, &ends);

  std::map<std::size_t, std::set<std::int64_t>> times;  // real times by our steps, in 2 ms
  constexpr std::size_t kSteps = 760;
  int tokens = 0;
  for (const RequestRecord& record : run.records) {
    const auto& [first, last] = real.at(record.id);
    for (const auto& [ours, theirs] :
         {std::pair{record.first_token, first}, std::pair{record.last_token, last}}) {
      const auto step = ends.steps.find(ours.count());
      REQUIRE(step != ends.steps.end());
      if (step->second > kSteps) continue;
      times[step->second].insert(std::llround(theirs * 500));
      ++tokens;
    }
  }
  CHECK(tokens > 60);
  std::int64_t before = -1;
  for (const auto& [step, seen] : times) {
    INFO("step " << step);
    CHECK(*seen.rbegin() - *seen.begin() <= 1);  // one moment
    CHECK(*seen.begin() > before);               // and after the step before
    before = *seen.rbegin();
  }
}
