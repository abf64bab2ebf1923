// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/celestisim/clock.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/serve/server.hpp"
#include "jacquard/serve/traffic.hpp"
#include "jacquard/workload/model_name.hpp"
#include "unit/serve/toy_server.hpp"

using namespace jacquard;
using namespace jacquard::serve;

namespace {

double served_seconds(const workload::Model& model, const celestisim::PaperSystem& machine,
                      const celestisim::Batch& batch) {
  EngineSettings settings;
  settings.policy = Policy::static_batch;
  settings.max_sequences = static_cast<int>(batch.requests);
  settings.max_batched_tokens = static_cast<int>(batch.requests) * batch.input;  // one pass
  std::vector<Request> requests;
  for (std::int64_t i = 0; i < batch.requests; ++i) {
    requests.push_back(tb::request(i, 0, batch.input, batch.output));
  }
  ListTraffic traffic(std::move(requests));
  const auto clock = celestisim::paper_clock(model, machine, {}, {"model", ""});
  return base::to_seconds(serve::serve(settings, 1, *clock, traffic).end).count();
}

}  // namespace

// Prompts attend one by one in the server, so that each pays the half megabyte of latency of its
// own; in the closed form the batch's tensors are read as one.
TEST_CASE("A batch served step by step by the paper's rules takes what the closed form says") {
  const workload::Model model = workload::named_model("llama3-405b", {"model", ""});
  const config::Place place{"npus", ""};
  using celestisim::Generation;
  using celestisim::Preset;
  for (const celestisim::PaperSystem& machine :
       {celestisim::dgx_h100(), celestisim::appliance(Preset::paper, Generation::first, 8, place),
        celestisim::appliance(Preset::described, Generation::first, 8, place)}) {
    for (const celestisim::Batch& batch :
         {celestisim::Batch{1, 128, 64}, celestisim::Batch{40, 128, 512}}) {
      const celestisim::StaticAnswer closed =
          celestisim::static_batch(model, machine, batch, {}, place);
      INFO(machine.name << " " << batch.requests);
      CHECK(served_seconds(model, machine, batch) == Approx(closed.time().count()).epsilon(0.001));
    }
  }
}

TEST_CASE("The paper's rules have no clock for experts") {
  const workload::Model model = workload::named_model("deepseek-v3", {"model", ""});
  CHECK_THROWS_AS(celestisim::paper_clock(model, celestisim::dgx_h100(), {}, {"model", ""}),
                  base::ConfigError);
}
