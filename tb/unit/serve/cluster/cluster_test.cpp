// SPDX-License-Identifier: Apache-2.0
// Several instances, on cases that a reader follows by hand. Steps take 100 ps.
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/serve/cluster/disaggregated.hpp"
#include "jacquard/serve/cluster/replicas.hpp"
#include "unit/serve/toy_server.hpp"

using namespace jacquard;
using namespace jacquard::tb;

namespace {

HandOver hand_over(double bytes_of_token, double bytes_per_ps, std::int64_t latency) {
  HandOver h;
  h.bytes_of_token = bytes_of_token;
  h.bandwidth = base::BytesPerSecond{bytes_per_ps * 1e12};
  h.latency = Picoseconds{latency};
  return h;
}

}  // namespace

TEST_CASE("replicas share requests out to the one with the fewest") {
  ToyClock clock;
  EngineSettings settings;
  settings.max_sequences = 1;
  ListTraffic traffic({request(0, 0, 4, 3), request(1, 0, 4, 1), request(2, 150, 4, 1)});
  const auto of = by_id(serve_replicas(settings, 1, {&clock, &clock}, traffic));
  CHECK(of.at(0).e2e().count() == 300);
  CHECK(of.at(1).e2e().count() == 100);
  CHECK(of.at(2).e2e().count() == 100);  // the second replica is idle since 100
}

TEST_CASE("one replica of several is the server alone") {
  base::Rng rng(7, "cluster");
  std::vector<Request> requests;
  std::int64_t now = 0;
  for (int i = 0; i < 200; ++i) {
    now += rng.between(0, 120);
    requests.push_back(request(i, now, static_cast<int>(rng.between(1, 60)),
                               static_cast<int>(rng.between(1, 20))));
  }
  EngineSettings settings;
  settings.blocks = 30;
  ToyClock clock;
  ListTraffic once(requests);
  ListTraffic again(requests);
  const ServerRun alone = serve::serve(settings, 1, clock, once);
  const ServerRun replica = serve_replicas(settings, 1, {&clock}, again);
  REQUIRE(alone.records.size() == requests.size());
  REQUIRE(replica.records.size() == requests.size());
  CHECK(alone.end == replica.end);
}

TEST_CASE("a disaggregated answer waits for its prompt's keys and values") {
  ToyClock prompts;
  ToyClock answers;
  Side prefill;
  prefill.clocks = {&prompts};
  Side decode;
  decode.clocks = {&answers};
  // 10 tokens of 4 bytes at 2 bytes/ps: 20 ps, and 5 ps of latency.
  ListTraffic traffic({request(7, 0, 10, 3), request(8, 0, 10, 1)});
  const DisaggregatedRun run = serve_disaggregated(prefill, decode, hand_over(4, 2, 5), traffic);
  const auto of = by_id(run.run);
  CHECK(of.at(7).first_token.count() == 100);
  CHECK(of.at(7).last_token.count() == 325);
  CHECK(of.at(7).output == 3);
  CHECK(of.at(8).last_token.count() == 100);  // its one token needs no decoding
  CHECK(run.hand_overs == 1);
  CHECK(run.bytes == Approx(40));
  // No token of the prompt is computed twice.
  REQUIRE(answers.loads.size() == 2);
  CHECK(answers.loads[0].prompts.empty());
  CHECK(answers.loads[0].decode_keys == 11);
}

TEST_CASE("transfers from one instance wait for its link") {
  ToyClock prompts;
  ToyClock answers;
  Side prefill;
  prefill.clocks = {&prompts};
  Side decode;
  decode.clocks = {&answers, &answers};
  ListTraffic traffic({request(0, 0, 10, 2), request(1, 0, 10, 2)});
  const DisaggregatedRun run = serve_disaggregated(prefill, decode, hand_over(4, 1, 0), traffic);
  const auto of = by_id(run.run);
  // Both prompts end at 100; the keys come at 140 and 180, to an instance each.
  CHECK(of.at(0).last_token.count() == 240);
  CHECK(of.at(1).last_token.count() == 280);
  CHECK(run.waited.count() == 40);
}

TEST_CASE("with equal names every request of a disaggregated run ends once") {
  base::Rng rng(3, "disaggregated");
  std::vector<Request> requests;
  std::int64_t now = 0;
  std::int64_t tokens = 0;
  for (int i = 0; i < 300; ++i) {
    now += rng.between(0, 60);
    requests.push_back(request(i % 5, now, static_cast<int>(rng.between(1, 60)),
                               static_cast<int>(rng.between(1, 20))));
    tokens += requests.back().output;
  }
  ToyClock clock;
  Side prefill;
  prefill.clocks = {&clock, &clock};
  Side decode;
  decode.clocks = {&clock, &clock, &clock};
  decode.settings.blocks = 8;
  ListTraffic traffic(requests);
  const DisaggregatedRun run = serve_disaggregated(prefill, decode, hand_over(4, 1, 3), traffic);
  REQUIRE(run.run.records.size() == requests.size());
  for (const RequestRecord& record : run.run.records) {
    tokens -= record.output;
    CHECK(record.arrival <= record.first_token);
    CHECK(record.first_token <= record.last_token);
  }
  CHECK(tokens == 0);
  CHECK(run.run.most_blocks <= 7);
}
