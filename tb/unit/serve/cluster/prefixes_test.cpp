// SPDX-License-Identifier: Apache-2.0
// Prompts that begin alike: routers that look for them, and memory behind the caches.
#include <catch2/catch.hpp>
#include <set>

#include "jacquard/serve/block_store.hpp"
#include "jacquard/serve/cluster/replicas.hpp"
#include "jacquard/serve/traces/read_requests.hpp"
#include "support/source_tree.hpp"
#include "unit/serve/toy_server.hpp"

using namespace jacquard;
using namespace jacquard::tb;

namespace {

constexpr std::int64_t kBlock = 16;
constexpr std::int64_t kIds = 512;  // tokens of an id of Mooncake's

Request alike(std::int64_t id, std::int64_t arrival, std::uint64_t prefix) {
  Request r = request(id, arrival, 33, 1);
  r.prefix = {prefix};
  return r;
}

ServerRun run_of(const EngineSettings& settings, int instances, std::vector<Request> requests) {
  ToyClock clock;
  ListTraffic traffic(std::move(requests), kIds);
  return serve_replicas(
      settings, 1, std::vector<StepClock*>(static_cast<std::size_t>(instances), &clock), traffic);
}

std::int64_t reused(const ServerRun& run) {
  std::int64_t sum = 0;
  for (const RequestRecord& record : run.records) sum += record.reused;
  return sum;
}

// The recorded chat, each request long after the one before.
std::vector<Request> recorded() {
  auto requests =
      serve::read_requests(in_source_tree("configs/traces/mooncake_conversation_400.csv")).requests;
  std::int64_t arrival = 0;
  for (Request& request : requests) {
    request.arrival = Picoseconds{arrival += 1'000'000'000};
    request.output = 1;
  }
  return requests;
}

// Whole blocks that an earlier prompt had at the same ids, but for the last token.
std::int64_t repeated(const std::vector<Request>& requests) {
  std::set<std::pair<std::uint64_t, std::int64_t>> seen;  // an id, and its block
  std::int64_t tokens = 0;
  for (const Request& request : requests) {
    bool found = true;
    const auto all = static_cast<std::int64_t>(request.prefix.size()) * kIds;
    for (std::int64_t end = kBlock; end <= std::min<std::int64_t>(request.input, all);
         end += kBlock) {
      const auto id = request.prefix[static_cast<std::size_t>((end - 1) / kIds)];
      found = !seen.insert({id, (end - 1) % kIds / kBlock}).second && found;
      tokens += found && end < request.input ? kBlock : 0;
    }
  }
  return tokens;
}

}  // namespace

TEST_CASE("a router that looks at prefixes sends prompts to where they begin alike") {
  // A and B at once, on an instance each; then both again, the other way round.
  const std::vector<Request> requests = {alike(0, 0, 1), alike(1, 0, 2), alike(2, 1000, 2),
                                         alike(3, 1000, 1)};
  EngineSettings settings;
  CHECK(reused(run_of(settings, 2, requests)) == 0);
  settings.routing = Routing::prefix;
  CHECK(reused(run_of(settings, 2, requests)) == 4 * kBlock);
}

TEST_CASE("a router that looks at prefixes leaves an instance that has too much to do") {
  EngineSettings settings;
  settings.routing = Routing::prefix;
  settings.max_sequences = 1;
  std::vector<Request> requests = {alike(0, 0, 1)};
  for (int id = 1; id < 4; ++id) requests.push_back(alike(id, 1000, 1));
  requests.push_back(request(4, 1000, 4000, 1));
  const ServerRun run = run_of(settings, 2, requests);
  CHECK(reused(run) == 3 * 2 * kBlock);
  CHECK(run.end.count() == 1300);  // three prompts on one, the long one on the other
}

TEST_CASE("memory of all instances reuses all that a recorded chat repeats") {
  const std::vector<Request> requests = recorded();
  const std::int64_t all = repeated(requests);
  REQUIRE(all > 100'000);
  EngineSettings settings;
  settings.blocks = 12'000;  // the longest prompt and little more
  settings.max_batched_tokens = 200'000;
  CHECK(reused(run_of(settings, 8, requests)) < all);
  settings.stored_blocks = 10'000'000;
  settings.shares_store = true;
  CHECK(reused(run_of(settings, 8, requests)) == all);
}

TEST_CASE("a prompt waits for the blocks that it reads from behind the cache") {
  EngineSettings settings;
  settings.blocks = 4;  // three blocks of tokens: a prompt and its answer
  settings.stored_blocks = 100;
  settings.fetch_ps = 7;
  const auto of =
      by_id(run_of(settings, 1, {alike(0, 0, 1), alike(1, 1000, 2), alike(2, 2000, 1)}));
  CHECK(of.at(1).ttft().count() == 100);
  CHECK(of.at(2).ttft().count() == 100 + 2 * kBlock * 7);
  CHECK(of.at(2).reused == 2 * kBlock);
}

TEST_CASE("the block that was used longest ago leaves a full store") {
  const auto key = [](std::uint64_t id) { return BlockKey::shared(id, 16); };
  BlockStore store(2);
  store.use(key(1));
  store.use(key(2));
  store.use(key(1));
  store.use(key(3));
  CHECK(store.has(key(1)));
  CHECK_FALSE(store.has(key(2)));
  CHECK(store.has(key(3)));
}
