// SPDX-License-Identifier: Apache-2.0
// Sessions against closed forms: rates, what a prompt holds, what a cache reuses, think times.
#include "jacquard/serve/sessions.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "support/fault_of.hpp"
#include "toy_server.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using Catch::Contains;

namespace {

constexpr std::int64_t kMost = 1 << 20;
constexpr double kSecond = 1e12;

// A server so fast that its answers take no time beside thoughts.
ServerRun served(const DrawnSessions& drawn, const EngineSettings& settings = {},
                 Picoseconds step = Picoseconds{1000}) {
  ToyClock clock(step);
  ListTraffic traffic(drawn.requests, drawn.prefix_block, drawn.later);
  return serve::serve(settings, 1, clock, traffic);
}

std::map<std::int64_t, Request> all_of(const DrawnSessions& drawn) {
  std::map<std::int64_t, Request> all;
  for (const Request& r : drawn.requests) all[r.id] = r;
  for (const LaterTurn& turn : drawn.later) all[turn.request.id] = turn.request;
  return all;
}

}  // namespace

TEST_CASE("turns come at their rate from the first second to the last") {
  constexpr std::int64_t kTurns = 40'000;
  constexpr double kRate = 20;
  for (const char* turns : {"1", "5", "geometric:8"}) {
    for (const char* think : {"10 s", "constant:10 s", "gamma:2:10 s"}) {
      INFO(turns << " " << think);
      const Sessions kind{parse_turns(turns), parse_thinking(think)};
      const ServerRun run = served(drawn_sessions(kind, {kRate, 1}, kTurns, {10, 5}, kMost, 3));
      REQUIRE(run.records.size() == kTurns);
      // Of four parts of the run, each 500 s: 10,000 turns, and five standard errors where
      // sessions of five turns come as one.
      for (int part = 0; part < 4; ++part) {
        double seen = 0;
        for (const RequestRecord& record : run.records) {
          const double at = static_cast<double>(record.arrival.count()) / kSecond;
          if (at >= part * 500 && at < (part + 1) * 500) ++seen;
        }
        CHECK(seen == Approx(10'000).epsilon(5 * std::sqrt(15.0) / 100));
      }
    }
  }
}

TEST_CASE("sessions begin at the rate of turns over the turns of a session") {
  const Sessions kind{parse_turns("5"), parse_thinking("20 s")};
  const DrawnSessions drawn = drawn_sessions(kind, {10, 1}, 50'000, {10, 5}, kMost, 4);
  std::int64_t first = 0;
  for (const Request& r : drawn.requests) first += r.input == 10 ? 1 : 0;
  CHECK(static_cast<double>(first) == Approx(10'000).epsilon(0.05));
  // Sessions under way: four thoughts of 20 s each, at two sessions a second.
  CHECK(static_cast<double>(drawn.requests.size()) - static_cast<double>(first) ==
        Approx(160).epsilon(0.4));
}

TEST_CASE("a prompt holds the prompts and answers before it, and its new tokens") {
  Sessions kind{parse_turns("4"), parse_thinking("1 s"), 100};
  const DrawnSessions drawn = drawn_sessions(kind, {10, 1}, 2000, {30, 20, 0.5}, kMost, 5);
  const auto all = all_of(drawn);
  REQUIRE(all.size() == 2000);
  for (const LaterTurn& turn : drawn.later) {
    const Request& before = all.at(turn.before);
    const int fresh = turn.request.input - before.input - before.output;
    CHECK(fresh >= 15);
    CHECK(fresh <= 30);
    for (std::size_t i = 0; i < before.prefix.size(); ++i) {
      REQUIRE(turn.request.prefix[i] == before.prefix[i]);
    }
  }
  // Six blocks of 16 tokens lie within the 100 that all share, and no others are alike.
  CHECK(drawn.requests[0].prefix[5] == drawn.requests[1].prefix[5]);
  CHECK(drawn.requests[0].prefix[6] != drawn.requests[1].prefix[6]);
}

TEST_CASE("a cache without bounds reuses all whole blocks of the turn before") {
  constexpr int kInput = 100, kOutput = 37, kBlock = 16;
  const Sessions kind{parse_turns("6"), parse_thinking("5 s")};
  const DrawnSessions drawn = drawn_sessions(kind, {5, 1}, 3000, {kInput, kOutput}, kMost, 6);
  const auto records = by_id(served(drawn));
  std::int64_t reused = 0;
  for (const Request& r : drawn.requests) CHECK(records.at(r.id).reused == 0);
  for (const LaterTurn& turn : drawn.later) {
    const RequestRecord& before = records.at(turn.before);
    // The last token of an answer has no keys and values yet.
    const std::int64_t kept = (before.input + before.output - 1) / kBlock * kBlock;
    CHECK(records.at(turn.request.id).reused == kept);
    reused += kept;
  }
  // In the mean of long runs: of turns 1..6 the prompts are 100 k + 37 (k - 1).
  double prompts = 0, found = 0;
  for (int k = 1; k <= 6; ++k) {
    prompts += kInput * k + kOutput * (k - 1);
    if (k > 1) found += (kInput * (k - 1) + kOutput * (k - 1) - 1) / kBlock * kBlock;
  }
  double input = 0;
  for (const auto& [id, record] : records) input += record.input;
  CHECK(static_cast<double>(reused) / input == Approx(found / prompts).epsilon(0.06));
}

TEST_CASE("sessions that share a beginning find it in the cache") {
  const Sessions kind{parse_turns("1"), parse_thinking("0 s"), 1000};
  const DrawnSessions drawn = drawn_sessions(kind, {1, 0}, 50, {100, 10}, kMost, 6);
  const auto records = by_id(served(drawn));
  for (const auto& [id, record] : records) {
    CHECK(record.input == 1100);
    CHECK(record.reused == (id == 0 ? 0 : 992));
  }
}

TEST_CASE("clients obey the law of response times") {
  // N = X (R + Z): 40 clients, steps of 0.1 s, answers of 20 tokens, thoughts of 6 s.
  const Sessions kind{parse_turns("3"), parse_thinking("6 s")};
  EngineSettings settings;
  settings.max_batched_tokens = 1 << 20;
  const DrawnSessions drawn = client_sessions(kind, 40, 8000, {10, 20}, kMost, 7);
  const ServerRun run = served(drawn, settings, Picoseconds{100'000'000'000});
  double response = 0;
  double count = 0;
  const Picoseconds begin{run.end.count() / 10};  // while all clients are there
  const Picoseconds end{run.end.count() / 2};
  for (const RequestRecord& record : run.records) {
    if (record.last_token < begin || record.last_token >= end) continue;
    ++count;
    response += static_cast<double>((record.last_token - record.arrival).count()) / kSecond;
  }
  const double rate = count / (static_cast<double>((end - begin).count()) / kSecond);
  CHECK(rate * (response / count + 6) == Approx(40).epsilon(0.02));
}

TEST_CASE("turns and thoughts that say nothing are refused at their option") {
  CHECK_THAT(fault_of([] { parse_turns("2.5"); }), Contains("--turns"));
  CHECK_THAT(fault_of([] { parse_turns("geometric:0.5"); }), Contains("geometric:MEAN"));
  CHECK_THAT(fault_of([] { parse_thinking("soon"); }), Contains("--think"));
  CHECK_THAT(fault_of([] { parse_thinking("weibull:3 s"); }), Contains("gamma:CV:TIME"));
  const Sessions kind{parse_turns("50"), parse_thinking("1 s")};
  CHECK_THAT(fault_of([&] {
               drawn_sessions(kind, {1, 1}, 10, {100, 100}, 8192, 1);
             }),
             Contains("at most 8192 tokens"));
}
