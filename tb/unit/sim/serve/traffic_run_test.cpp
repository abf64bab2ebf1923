// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/traffic_run.hpp"

#include <catch2/catch.hpp>

#include "jacquard/serve/arrivals.hpp"
#include "sim/serve/traffic_row.hpp"
#include "systemc/serve/layout.hpp"

using namespace jacquard;
using namespace jacquard::serve;

namespace {

ServeConfig config_of(const char* model, const char* system) {
  ServeConfig config;
  config.model = model;
  config.system = system;
  config.precision = "fp8";
  config.kv_precision = "bf16";
  config.policy = Policy::continuous;
  return config;
}

}  // namespace

TEST_CASE("every request of a run ends, and the row counts its tokens") {
  const ServeConfig config = config_of("llama3-8b", "4xh100");
  const Setup setup = setup_of_instance(config, {1, 1, 1, 1, 0});
  TrafficSpec spec;
  spec.requests = drawn_requests({50, 1}, 200, 600, 80, 0.2, 4);
  std::int64_t input = 0;
  std::int64_t output = 0;
  for (const Request& request : spec.requests) {
    input += request.input;
    output += request.output;
  }
  const TrafficRun run = run_traffic(setup, 4, spec);
  const TrafficRow row = traffic_row(run, {});
  CHECK(row.requests == 200);
  CHECK(row.input_tokens == input);
  CHECK(row.output_tokens == output);
  CHECK(row.npus == 4);
  CHECK(row.layout == "4xtp1");
  CHECK(row.good == 1);
  CHECK(row.most_kv <= row.kv_capacity);
  CHECK(row.mfu > 0);
  CHECK(row.mfu < 1);
}

TEST_CASE("a queue that grows is like no measured loop") {
  const Setup setup = setup_of_instance(config_of("llama3-8b", "1xh100"), {1, 1, 1, 1, 0});
  const auto trust = [&](double rate) {
    TrafficSpec spec;
    spec.requests = drawn_requests({rate, 1}, 1000, 1000, 100, 1, 4);
    return traffic_row(run_traffic(setup, 1, spec), {}).trust;
  };
  CHECK(trust(1).rows > 0);
  CHECK(trust(1000).rows == 0);
  CHECK(trust(1000).why == "requests that come faster than they are served");
}

TEST_CASE("the keys and values of every prompt move once") {
  // Llama 3 405B keeps 516,096 bytes a token: 126 layers x 2 x 8 heads x 128 values x 2 bytes.
  const ServeConfig config = config_of("llama3-405b", "16xh200");
  const Setup side = setup_of_instance(config, {1, 8, 1, 1, 0});
  TrafficSpec spec;
  spec.requests = drawn_requests({1, 1}, 20, 1000, 30, 0.5, 2);
  spec.requests[3].output = 1;  // whose only token the prefill gives
  double tokens = 0;
  for (const Request& request : spec.requests) tokens += request.output > 1 ? request.input : 0;
  const TrafficRun run = run_disaggregated(side, 1, side, 1, spec);
  CHECK(run.hand_overs == 19);
  CHECK(run.handed_over_bytes == Approx(516'096.0 * tokens));
  const TrafficRow row = traffic_row(run, {});
  CHECK(row.layout == "prefill=1xtp8,decode=1xtp8");
  CHECK(row.npus == 16);
  CHECK(row.requests == 20);
}

TEST_CASE("a closed loop never has more requests than clients") {
  const Setup setup = setup_of_instance(config_of("llama3-8b", "1xh100"), {1, 1, 1, 1, 0});
  TrafficSpec spec;
  spec.clients = 3;
  spec.requests = drawn_requests({1, 0}, 30, 100, 20, 1, 1);
  struct Most : StepWatcher {
    void seen(const StepSeen& step) override {
      std::int64_t now = step.waiting;
      for (const StepLoad& load : step.groups) {
        now += load.decodes + static_cast<std::int64_t>(load.prompts.size());
      }
      most = std::max(most, now);
    }
    std::int64_t most = 0;
  } watcher;
  const TrafficRun run = run_traffic(setup, 1, spec, {&watcher});
  CHECK(run.run.records.size() == 30);
  CHECK(watcher.most == 3);
}
