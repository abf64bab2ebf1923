// SPDX-License-Identifier: Apache-2.0
// What holds first tokens back: how they are streamed, and prompts that wait for others.
#include <catch2/catch.hpp>

#include "toy_server.hpp"

using namespace jacquard;
using namespace jacquard::tb;

namespace {

std::map<std::int64_t, RequestRecord> records_of(const EngineSettings& settings,
                                                 std::vector<Request> requests) {
  ToyClock clock;
  ListTraffic traffic(std::move(requests));
  return by_id(serve::serve(settings, 1, clock, traffic));
}

}  // namespace

TEST_CASE("the first token of a stream comes with the one that the interval says") {
  EngineSettings settings;
  settings.stream_interval = 20;
  const auto of = records_of(settings, {request(0, 0, 10, 30), request(1, 0, 10, 5)});
  CHECK(of.at(0).ttft().count() == 20 * 100);
  CHECK(of.at(0).e2e().count() == 30 * 100);
  CHECK(of.at(1).ttft().count() == 5 * 100);  // an answer that ends before is all there is
}

// TensorRT-LLM's batch_wait_timeout_iters: a prompt beside decodes waits so many steps, but not for
// more than batch_wait_max_tokens_ratio of the tokens that a step may have.
TEST_CASE("prompts beside decodes wait for others so many steps") {
  EngineSettings settings;
  settings.policy = Policy::no_evict;
  settings.max_batched_tokens = 100;
  settings.batch_wait = 20;
  settings.batch_wait_share = 0.9;
  const auto of = records_of(settings, {request(0, 0, 10, 60), request(1, 100, 10, 2)});
  CHECK(of.at(0).ttft().count() == 100);  // nothing decodes beside it
  CHECK(of.at(1).ttft().count() == (20 + 1) * 100);
  const auto enough = records_of(settings, {request(0, 0, 10, 60), request(1, 100, 95, 2)});
  CHECK(enough.at(1).ttft().count() == 100);
}
