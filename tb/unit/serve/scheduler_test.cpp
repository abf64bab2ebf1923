// SPDX-License-Identifier: Apache-2.0
// The rules of the schedulers, each on a case that a reader follows by hand. Steps take 100 ps.
#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "toy_server.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using Catch::Contains;

namespace {

struct Played {
  ServerRun run;
  std::vector<StepLoad> loads;
  std::map<std::int64_t, RequestRecord> of;
};

Played play(const EngineSettings& settings, std::vector<Request> requests) {
  ToyClock clock;
  ListTraffic traffic(std::move(requests));
  Played played{serve::serve(settings, 1, clock, traffic), {}, {}};
  played.loads = clock.loads;
  played.of = by_id(played.run);
  return played;
}

std::vector<int> prompt_tokens(const StepLoad& load) {
  std::vector<int> tokens;
  for (const PromptChunk& chunk : load.prompts) tokens.push_back(chunk.tokens);
  return tokens;
}

}  // namespace

TEST_CASE("a request takes one step for its prompt and one for each further token") {
  const Played played = play({}, {request(7, 50, 10, 4)});
  REQUIRE(played.run.steps == 4);
  const RequestRecord& record = played.of.at(7);
  CHECK(record.scheduled.count() == 50);
  CHECK(record.ttft().count() == 100);
  CHECK(record.e2e().count() == 400);
  CHECK(record.tpot().count() == 100);
  CHECK(played.loads[0].decodes == 0);
  CHECK(played.loads[1].decode_keys == 11);
  CHECK(played.loads[3].decode_keys == 13);
}

TEST_CASE("running sequences come first and prompts get what is left of the budget") {
  EngineSettings settings;
  settings.max_batched_tokens = 8;
  const Played played =
      play(settings, {request(0, 0, 4, 9), request(1, 100, 10, 1), request(2, 100, 3, 1)});
  // Step 1: 1 decode and 7 tokens of prompt 1; step 2: 1 decode, its last 3, and prompt 2.
  CHECK(prompt_tokens(played.loads[1]) == std::vector<int>{7});
  CHECK(played.loads[1].prompts[0].last == false);
  CHECK(played.loads[1].decodes == 1);
  CHECK(prompt_tokens(played.loads[2]) == std::vector<int>{3, 3});
  CHECK(played.loads[2].prompts[0].cached == 7);
  CHECK(played.of.at(1).ttft().count() == 200);
  CHECK(played.of.at(2).ttft().count() == 200);
}

TEST_CASE("no more than the largest number of sequences run at once") {
  EngineSettings settings;
  settings.max_sequences = 2;
  const Played played =
      play(settings, {request(0, 0, 4, 3), request(1, 0, 4, 1), request(2, 0, 4, 1)});
  CHECK(played.of.at(1).ttft().count() == 100);
  CHECK(played.of.at(2).ttft().count() == 200);
}

TEST_CASE("the last admitted is pre-empted and computes only what the cache lost") {
  // 4 usable blocks of 4 tokens. Prompts of 7 take two blocks each. Step 2 stores the eighth
  // tokens; step 3 needs a fifth block for sequence 0, so sequence 1 loses both of its own.
  EngineSettings settings;
  settings.block = 4;
  settings.blocks = 5;
  const Played played = play(settings, {request(0, 0, 7, 4), request(1, 0, 7, 4)});
  CHECK(played.run.preemptions == 1);
  CHECK(played.of.at(0).preemptions == 0);
  CHECK(played.of.at(1).preemptions == 1);
  // Sequence 0 runs alone and ends at 400. It took the one block that was freed first, the last
  // of sequence 1, so the first four tokens of it are still there: 9 - 4 tokens are computed.
  CHECK(played.of.at(0).e2e().count() == 400);
  REQUIRE(played.loads[4].prompts.size() == 1);
  CHECK(played.loads[4].prompts[0].cached == 4);
  CHECK(played.loads[4].prompts[0].tokens == 5);
  // Two tokens were made before, the third comes at 500, the fourth at 600.
  CHECK(played.of.at(1).first_token.count() == 100);
  CHECK(played.of.at(1).e2e().count() == 600);
  CHECK(played.run.most_blocks == 4);
}

TEST_CASE("without prefix caching a pre-empted sequence computes everything again") {
  EngineSettings settings;
  settings.block = 4;
  settings.blocks = 5;
  settings.prefix_caching = false;
  const Played played = play(settings, {request(0, 0, 7, 4), request(1, 0, 7, 4)});
  CHECK(played.loads[4].prompts[0].cached == 0);
  CHECK(played.loads[4].prompts[0].tokens == 9);
}

TEST_CASE("a step that pre-empted admits nothing") {
  // As above, with a third request of one token that waits at the time of the pre-emption and
  // would fit: it stays behind the pre-empted one, which goes to the head of the queue.
  EngineSettings settings;
  settings.block = 4;
  settings.blocks = 5;
  const Played played =
      play(settings, {request(0, 0, 7, 4), request(1, 0, 7, 4), request(2, 150, 1, 1)});
  CHECK(played.loads[2].prompts.empty());
  CHECK(played.of.at(2).scheduled.count() == 400);
}

TEST_CASE("a prompt is admitted only when all its blocks are free") {
  // 3 usable blocks of 4; sequence 0 holds one, prompt 1 needs three although a chunk needs one.
  EngineSettings settings;
  settings.block = 4;
  settings.blocks = 4;
  settings.max_batched_tokens = 4;
  const Played played = play(settings, {request(0, 0, 3, 2), request(1, 0, 12, 1)});
  CHECK(played.of.at(0).e2e().count() == 200);
  CHECK(played.of.at(1).scheduled.count() == 200);
  CHECK(played.of.at(1).ttft().count() == 500);
}

TEST_CASE("equal prefixes are computed once and a wholly cached prompt computes its last block") {
  EngineSettings settings;
  settings.block = 4;
  settings.blocks = 20;
  std::vector<Request> requests = {request(0, 0, 8, 1), request(1, 100, 8, 1),
                                   request(2, 200, 11, 1)};
  for (Request& r : requests) r.prefix = {5, 6};
  requests[2].prefix = {5, 9, 10};
  ToyClock clock;
  ListTraffic traffic(requests, 4);
  const auto of = by_id(serve::serve(settings, 1, clock, traffic));
  CHECK(of.at(0).reused == 0);
  CHECK(of.at(1).reused == 4);  // not 8: the last token is needed to sample
  CHECK(of.at(2).reused == 4);
  CHECK(clock.loads[1].prompts[0].tokens == 4);
  CHECK(clock.loads[2].prompts[0].tokens == 7);
}

TEST_CASE("prefill first makes steps of prompts while any wait and fit") {
  EngineSettings settings;
  settings.policy = Policy::prefill_first;
  settings.max_batched_tokens = 8;
  const Played played = play(settings, {request(0, 0, 8, 3), request(1, 0, 12, 2)});
  // Steps: prompt 0; prompt 1 in 8 and 4; then both decode together.
  CHECK(played.loads[1].decodes == 0);
  CHECK(played.loads[2].decodes == 0);
  CHECK(played.loads[3].decodes == 2);
  CHECK(played.of.at(0).tpot().count() == 200);  // its tokens come at 100, 400 and 500
}

TEST_CASE("without eviction a sequence is admitted when its whole output fits") {
  EngineSettings settings;
  settings.policy = Policy::no_evict;
  settings.block = 4;
  settings.blocks = 5;
  const Played played = play(settings, {request(0, 0, 7, 4), request(1, 0, 7, 4)});
  CHECK(played.run.preemptions == 0);
  CHECK(played.of.at(1).scheduled.count() == 400);
}

TEST_CASE("a static batch ends before the next begins") {
  EngineSettings settings;
  settings.policy = Policy::static_batch;
  settings.max_sequences = 2;
  const Played played =
      play(settings, {request(0, 0, 4, 2), request(1, 0, 4, 4), request(2, 0, 4, 1)});
  CHECK(played.of.at(0).e2e().count() == 200);
  CHECK(played.of.at(1).e2e().count() == 400);
  CHECK(played.of.at(2).scheduled.count() == 400);
}

TEST_CASE("planning ahead admits one step later and frees one step later") {
  EngineSettings settings;
  settings.plan_ahead = true;
  settings.max_sequences = 1;
  // At 0 steps 0 and 1 are planned. Request 0 ends at 200, with which its place is free.
  const Played played = play(settings, {request(0, 0, 4, 2), request(1, 0, 4, 1)});
  CHECK(played.of.at(0).e2e().count() == 200);
  CHECK(played.of.at(1).scheduled.count() == 200);
  // A request of time 150 is planned at 200, while the step planned at 100 runs to 300.
  settings.max_sequences = 2;
  const Played late = play(settings, {request(0, 0, 4, 9), request(1, 150, 4, 1)});
  CHECK(late.of.at(1).scheduled.count() == 200);
  CHECK(late.of.at(1).first_token.count() == 400);
}

TEST_CASE("a request that could never run is refused with what would do") {
  EngineSettings settings;
  settings.max_model_length = 20;
  CHECK_THAT(fault_of([&] { play(settings, {request(3, 0, 15, 6)}); }),
             Contains("request 3") && Contains("at most 20 tokens"));
  settings.max_model_length = 0;
  settings.block = 4;
  settings.blocks = 4;
  CHECK_THAT(fault_of([&] { play(settings, {request(3, 0, 10, 4)}); }),
             Contains("at most 3 blocks"));
  CHECK_THAT(fault_of([&] { play({}, {request(3, 0, 0, 4)}); }), Contains("at least one"));
  CHECK_THAT(fault_of([&] {
               play({}, {request(3, 5, 1, 1), request(4, 4, 1, 1)});
             }),
             Contains("in order"));
}

// Of 8 usable blocks a sequence takes 3 for what it keeps beside, and 1 for each 4 tokens.
TEST_CASE("what a sequence keeps beside its tokens takes blocks while it runs") {
  EngineSettings settings;
  settings.policy = Policy::no_evict;
  settings.block = 4;
  settings.blocks = 9;
  settings.prefix_caching = false;
  const std::vector<Request> two = {request(0, 0, 4, 2), request(1, 0, 4, 2)};
  CHECK(play(settings, two).of.at(1).ttft().count() == 100);  // 2 blocks each
  settings.sequence_blocks = 3;                               // 5 blocks each: one after the other
  const Played apart = play(settings, two);
  CHECK(apart.run.most_blocks == 5);
  CHECK(apart.of.at(0).ttft().count() == 100);
  CHECK(apart.of.at(1).ttft().count() == 300);
  settings.blocks = 11;
  CHECK(play(settings, two).of.at(1).ttft().count() == 100);
  settings.blocks = 5;  // one alone does not fit
  CHECK_THAT(fault_of([&] { play(settings, two); }), Contains("at most 4 blocks"));
}
