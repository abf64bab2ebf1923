// SPDX-License-Identifier: Apache-2.0
// A server of batches whose steps take the same time has closed forms too.
#include <catch2/catch.hpp>

#include "property/serve/queue.hpp"

namespace jacquard::serve {
namespace {

using tb::kStep;

constexpr Policy kPolicies[] = {Policy::continuous, Policy::prefill_first, Policy::no_evict,
                                Policy::static_batch};

}  // namespace

TEST_CASE("a full queue of equal requests is served wave by wave under every policy") {
  constexpr int kBatch = 8;
  constexpr int kOutput = 5;
  std::vector<Request> requests;
  for (int i = 0; i < 61; ++i)
    requests.push_back(tb::request(i, base::Picoseconds{0}, 16, kOutput));
  for (const Policy policy : kPolicies) {
    INFO("policy " << static_cast<int>(policy));
    EngineSettings settings;
    settings.policy = policy;
    settings.max_sequences = kBatch;
    const ServerRun run = tb::run(settings, requests);
    REQUIRE(run.records.size() == requests.size());
    for (const RequestRecord& record : run.records) {
      const auto wave = record.id / kBatch;
      CHECK(record.first_token == kStep * (wave * kOutput + 1));
      CHECK(record.last_token == kStep * ((wave + 1) * kOutput));
      CHECK(record.tpot() == kStep);
    }
    CHECK(run.steps == (61 + kBatch - 1) / kBatch * kOutput);
  }
}

TEST_CASE("who comes to a busy server with room waits half a step on average") {
  constexpr int kCount = 20'000;
  std::vector<Request> requests = tb::poisson(kCount, 0.5, {3}, 5);
  // One that is always there keeps the steps going.
  requests.insert(requests.begin(), tb::request(kCount, base::Picoseconds{0}, 1, 6 * kCount * 2));
  EngineSettings settings;
  settings.max_sequences = kCount;
  const ServerRun run = tb::run(settings, requests);
  std::vector<double> waits;
  for (const RequestRecord& record : run.records) {
    if (record.id == kCount) continue;
    const base::Picoseconds wait = record.scheduled - record.arrival;
    if (wait < base::Picoseconds{0} || wait > kStep) FAIL("a wait beyond a step");
    if (record.last_token - record.scheduled != kStep * 3) FAIL("no three steps");
    waits.push_back(static_cast<double>(wait.count()) / static_cast<double>(kStep.count()));
  }
  const tb::Estimate wait = tb::estimate(waits);
  // A uniform variable's standard deviation is 1 / sqrt(12).
  CHECK(wait.error == Approx(1 / std::sqrt(12.0 * kCount)).epsilon(0.02));
  CHECK(wait.mean == Approx(0.5).margin(3 * wait.error));
}

TEST_CASE("a closed loop always has its clients in the system, so Little's law holds exactly") {
  for (const Policy policy : kPolicies) {
    for (const int clients : {1, 7, 40}) {
      INFO("policy " << static_cast<int>(policy) << ", " << clients << " clients");
      std::vector<Request> requests = tb::poisson(300, 1, {1, 4, 9, 33}, 3);
      EngineSettings settings;
      settings.policy = policy;
      settings.max_sequences = 16;
      settings.block = 4;
      settings.blocks = 60;  // some are pre-empted
      tb::ConstantClock clock;
      ClosedLoop loop(requests, clients);
      const ServerRun run = serve(settings, 1, clock, loop);
      REQUIRE(run.records.size() == requests.size());

      // A request is sent at 0 or when another ends, and not else.
      std::vector<base::Picoseconds> sent;
      std::vector<base::Picoseconds> expected(static_cast<std::size_t>(clients));
      base::Picoseconds stays{0};
      base::Picoseconds last_ends{0};
      const std::size_t follow = run.records.size() - static_cast<std::size_t>(clients);
      for (std::size_t i = 0; i < run.records.size(); ++i) {
        const RequestRecord& record = run.records[i];
        sent.push_back(record.arrival);
        stays += record.last_token - record.arrival;
        if (i < follow) expected.push_back(record.last_token);
        if (i >= follow) last_ends += record.last_token;
      }
      std::sort(sent.begin(), sent.end());
      CHECK(sent == expected);
      // The sum of stays is clients x time, less what is idle when requests run out.
      CHECK(stays == last_ends);
    }
  }
}

TEST_CASE("clients that think leave the server for as long") {
  const base::Picoseconds think = kStep * 7;
  std::vector<Request> requests;
  for (int i = 0; i < 50; ++i) requests.push_back(tb::request(i, base::Picoseconds{0}, 8, 3));
  tb::ConstantClock clock;
  ClosedLoop loop(requests, 10, think);
  const ServerRun run = serve(EngineSettings{}, 1, clock, loop);
  // Ten clients in step: five rounds of three steps, four thoughts between.
  CHECK(run.end == kStep * (5 * 3) + think * 4);
}

}  // namespace jacquard::serve
