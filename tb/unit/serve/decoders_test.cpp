// SPDX-License-Identifier: Apache-2.0
// Decodes that are counted together against the same scheduler that plans each by itself.
#include "jacquard/serve/decoders.hpp"

#include <catch2/catch.hpp>
#include <tuple>

#include "jacquard/base/rng.hpp"
#include "toy_server.hpp"

using namespace jacquard;
using namespace jacquard::tb;

namespace {

// A clock that sees contexts has decodes planned one by one.
class SeeingClock : public ToyClock {
 public:
  using ToyClock::ToyClock;
  bool sees_contexts() const override { return true; }
};

int within(base::Rng& rng, int low, int high) {
  return low + static_cast<int>(rng.uniform() * (high - low + 1));
}

// Some requests begin alike, some come with keys and values, and many come in bursts.
std::vector<Request> requests_of(base::Rng& rng) {
  std::vector<Request> all;
  std::int64_t arrival = 0;
  for (int id = 0; id < 60; ++id) {
    arrival += rng.uniform() < 0.5 ? 0 : within(rng, 1, 900);
    Request r = request(id, arrival, within(rng, 1, 40), within(rng, 1, 30));
    if (rng.uniform() < 0.4) r.prefix = {static_cast<std::uint64_t>(within(rng, 1, 3)), 9};
    if (rng.uniform() < 0.1) r.present = r.input - 1;
    all.push_back(r);
  }
  return all;
}

EngineSettings settings_of(base::Rng& rng) {
  EngineSettings s;
  s.policy = static_cast<Policy>(within(rng, 0, 3));
  s.max_sequences = within(rng, 1, 20);
  s.max_batched_tokens = within(rng, 4, 120);
  s.block = within(rng, 1, 3) == 1 ? 1 : within(rng, 2, 9);
  s.sequence_blocks = within(rng, 0, 1);
  s.blocks = within(rng, 0, 3) == 0 ? 0 : within(rng, 75, 160);
  s.prefix_caching = rng.uniform() < 0.8;
  s.stream_interval = within(rng, 1, 5);
  s.routing = rng.uniform() < 0.5 ? Routing::fewest : Routing::prefix;
  s.stored_blocks = within(rng, 0, 1) * within(rng, 1, 30);
  s.fetch_ps = 5;
  if (rng.uniform() < 0.3) {
    s.batch_wait = within(rng, 1, 6);
    s.batch_wait_share = 0.5;
  }
  return s;
}

struct Seen {
  std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                         std::int64_t, int, std::int64_t>>
      records;
  std::vector<std::tuple<int, std::int64_t, std::int64_t, int>> steps;
  std::int64_t most_blocks = 0;
  std::int64_t preemptions = 0;
};

Seen seen(const EngineSettings& settings, int groups, ToyClock& clock,
          const std::vector<Request>& requests) {
  ListTraffic traffic(requests, 16);
  const ServerRun run = serve::serve(settings, groups, clock, traffic);
  Seen seen;
  for (const RequestRecord& r : run.records) {
    seen.records.emplace_back(r.id, r.queued.count(), r.scheduled.count(), r.first_token.count(),
                              r.last_token.count(), r.arrival.count(), r.preemptions, r.reused);
  }
  for (const StepLoad& load : clock.loads) {
    seen.steps.emplace_back(load.decodes, load.decode_keys, load.prompt_tokens(), load.samples());
  }
  seen.most_blocks = run.most_blocks;
  seen.preemptions = run.preemptions;
  return seen;
}

}  // namespace

TEST_CASE("decodes that are counted together give what decodes planned one by one give") {
  std::int64_t preempted = 0;
  std::int64_t reused = 0;
  for (std::uint64_t trial = 0; trial < 500; ++trial) {
    base::Rng rng(7, "decoders", trial);
    const EngineSettings settings = settings_of(rng);
    const std::vector<Request> requests = requests_of(rng);
    const int groups = within(rng, 1, 2);
    ToyClock blind(Picoseconds{100}, Picoseconds{3});
    SeeingClock seeing(Picoseconds{100}, Picoseconds{3});
    const Seen together = seen(settings, groups, blind, requests);
    const Seen alone = seen(settings, groups, seeing, requests);
    INFO("trial " << trial << ", policy " << static_cast<int>(settings.policy));
    REQUIRE(together.records == alone.records);
    REQUIRE(together.steps == alone.steps);
    REQUIRE(together.most_blocks == alone.most_blocks);
    REQUIRE(together.preemptions == alone.preemptions);
    preempted += alone.preemptions;
    for (const auto& record : alone.records) reused += std::get<7>(record);
  }
  CHECK(preempted > 100);
  CHECK(reused > 1000);
}

TEST_CASE("decodes alone hold no list of contexts") {
  ToyClock blind;
  SeeingClock seeing;
  const std::vector<Request> requests = {request(1, 0, 4, 3)};
  seen({}, 1, blind, requests);
  seen({}, 1, seeing, requests);
  for (const StepLoad& load : blind.loads) CHECK(load.contexts.empty());
  CHECK(seeing.loads.back().contexts == std::vector<int>{6});
}
