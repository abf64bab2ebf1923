// SPDX-License-Identifier: Apache-2.0
// Blocks that are counted against blocks that have names.
#include "jacquard/serve/block_queue.hpp"

#include <catch2/catch.hpp>
#include <tuple>

#include "jacquard/base/rng.hpp"
#include "toy_server.hpp"

using namespace jacquard;
using namespace jacquard::tb;

namespace {

// Says that there might be ids, so blocks have names.
class MaybeAlike : public ListTraffic {
 public:
  using ListTraffic::ListTraffic;
  int prefix_block() const override { return 16; }
};

int within(base::Rng& rng, int low, int high) {
  return low + static_cast<int>(rng.uniform() * (high - low + 1));
}

std::vector<Request> requests_of(base::Rng& rng) {
  std::vector<Request> all;
  std::int64_t arrival = 0;
  for (int id = 0; id < 60; ++id) {
    arrival += rng.uniform() < 0.5 ? 0 : within(rng, 1, 900);
    all.push_back(request(id, arrival, within(rng, 1, 40), within(rng, 1, 30)));
    if (rng.uniform() < 0.1) all.back().present = all.back().input - 1;
  }
  return all;
}

EngineSettings settings_of(base::Rng& rng) {
  EngineSettings s;
  s.policy = static_cast<Policy>(within(rng, 0, 3));
  s.max_sequences = within(rng, 1, 20);
  s.max_batched_tokens = within(rng, 4, 120);
  s.block = within(rng, 1, 9);
  s.sequence_blocks = within(rng, 0, 2);
  s.blocks = within(rng, 80, 160);
  s.prefix_caching = rng.uniform() < 0.8;
  s.stream_interval = within(rng, 1, 5);
  s.stages = within(rng, 1, 2);
  s.plan_ahead = rng.uniform() < 0.3;
  if (!s.plan_ahead) s.drafts = within(rng, 0, 1) * within(rng, 1, 3);
  s.acceptance = 0.6;
  return s;
}

using Record = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, int>;

struct Seen {
  std::vector<Record> records;
  std::int64_t preemptions = 0;
  std::int64_t most_blocks = 0;
  std::int64_t computed = 0;  // tokens of prompts
};

Seen seen(const EngineSettings& settings, Traffic& traffic) {
  ToyClock clock(Picoseconds{100}, Picoseconds{3});
  const ServerRun run = serve::serve(settings, 1, clock, traffic);
  Seen seen{{}, run.preemptions, run.most_blocks};
  for (const RequestRecord& r : run.records) {
    seen.records.emplace_back(r.id, r.scheduled.count(), r.first_token.count(),
                              r.last_token.count(), r.preemptions);
  }
  for (const StepLoad& load : clock.loads) seen.computed += load.prompt_tokens();
  return seen;
}

}  // namespace

TEST_CASE("blocks that are counted give what blocks with names give") {
  std::int64_t preempted = 0;
  std::int64_t found = 0;  // tokens that pre-empted sequences did not compute again
  for (std::uint64_t trial = 0; trial < 500; ++trial) {
    base::Rng rng(11, "block queue", trial);
    EngineSettings settings = settings_of(rng);
    const std::vector<Request> requests = requests_of(rng);
    ListTraffic unlike(requests);
    MaybeAlike maybe(requests);
    REQUIRE(unlike.prefix_block() == 0);
    const Seen counted = seen(settings, unlike);
    const Seen named = seen(settings, maybe);
    INFO("trial " << trial << ", policy " << static_cast<int>(settings.policy));
    REQUIRE(counted.records == named.records);
    REQUIRE(counted.preemptions == named.preemptions);
    REQUIRE(counted.most_blocks == named.most_blocks);
    REQUIRE(counted.computed == named.computed);
    preempted += named.preemptions;
    settings.prefix_caching = false;
    MaybeAlike again(requests);
    found += seen(settings, again).computed - named.computed;
  }
  CHECK(preempted > 1000);
  CHECK(found > 1000);
}

TEST_CASE("blocks taken out of the queue's middle are passed over") {
  BlockQueue queue(10);
  queue.take(10);
  const auto first = queue.release(4);
  const auto second = queue.release(6);
  CHECK(queue.left(first, 4) == 4);
  queue.take_out(first + 2, 2);  // as a sequence finds its first two blocks
  CHECK(queue.used() == 2);
  queue.take(3);  // two of the first run, one of the second
  CHECK(queue.left(first, 4) == 0);
  CHECK(queue.left(second, 6) == 5);
  CHECK(queue.has(5));
  CHECK_FALSE(queue.has(6));
}
