// SPDX-License-Identifier: Apache-2.0
// Prompts and answers on instances of their own: two queues in a row, and nothing lost between.
#include "jacquard/serve/cluster/disaggregated.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "property/serve/queue.hpp"

namespace jacquard::serve {
namespace {

using base::Picoseconds;
using tb::kStep;

class MemoryWatcher : public StepWatcher {
 public:
  explicit MemoryWatcher(std::int64_t limit) : limit_(limit) {}
  void seen(const StepSeen& step) override { over += step.blocks > limit_ ? 1 : 0; }
  int over = 0;

 private:
  std::int64_t limit_;
};

EngineSettings random_settings(base::Rng& rng) {
  EngineSettings s;
  s.policy = rng.chance(0.7) ? Policy::continuous : Policy::no_evict;
  s.max_sequences = static_cast<int>(rng.between(1, 10));
  s.max_batched_tokens = static_cast<int>(rng.between(4, 60));
  s.block = static_cast<int>(rng.between(1, 8));
  s.blocks = 140 / s.block + 3 + rng.between(0, 20);
  s.plan_ahead = rng.chance(0.3);
  if (rng.chance(0.3)) s.host = Picoseconds{rng.between(1, kStep.count())};
  return s;
}

}  // namespace

TEST_CASE("one instance for prompts and one for answers are two queues in a row") {
  const std::vector<Request> requests = tb::poisson(5'000, 0.8, {1, 2, 5, 9}, 3);
  tb::ConstantClock clock;
  const Side side{tb::one_by_one(), 1, {&clock}, {}};
  // A token a prompt, 1 GB each: 0.5 ms on a link of 2 TB/s, and 0.1 ms of latency.
  const HandOver hand_over{1e9, base::BytesPerSecond{2e12}, Picoseconds{100'000'000}};
  const Picoseconds moving = hand_over.latency + Picoseconds{500'000'000};
  ListTraffic traffic(requests);
  const DisaggregatedRun run = serve_disaggregated(side, side, hand_over, traffic);

  std::map<std::int64_t, RequestRecord> records;
  for (const RequestRecord& record : run.run.records) records[record.id] = record;
  REQUIRE(records.size() == requests.size());
  Picoseconds prompts{0};
  Picoseconds link{0};
  Picoseconds answers{0};
  int differ = 0;
  for (const Request& request : requests) {
    prompts = std::max(prompts, request.arrival) + kStep;
    Picoseconds last = prompts;
    if (request.output > 1) {
      link = std::max(link, prompts) + moving;
      answers = std::max(answers, link) + kStep * (request.output - 1);
      last = answers;
    }
    const RequestRecord& record = records.at(request.id);
    differ += record.first_token == prompts && record.last_token == last ? 0 : 1;
  }
  CHECK(differ == 0);
}

TEST_CASE("no request, token or byte is lost between prompts and answers") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    base::Rng rng(seed, "property disaggregated");
    tb::ConstantClock clock;
    const auto side = [&] {
      Side s;
      s.settings = random_settings(rng);
      s.groups = static_cast<int>(rng.between(1, 2));
      s.clocks.assign(static_cast<std::size_t>(rng.between(1, 3)), &clock);
      return s;
    };
    Side prefill = side();
    Side decode = side();
    MemoryWatcher prompts_memory((prefill.settings.blocks - 1) * prefill.groups);
    MemoryWatcher answers_memory((decode.settings.blocks - 1) * decode.groups);
    prefill.watchers.assign(prefill.clocks.size(), &prompts_memory);
    decode.watchers.assign(decode.clocks.size(), &answers_memory);
    HandOver hand_over{1000, base::BytesPerSecond{rng.chance(0.3) ? 0 : 1e7}, Picoseconds{7}};

    std::vector<Request> requests;
    Picoseconds now{0};
    double bytes = 0;
    std::int64_t handed = 0;
    for (int i = 0; i < 50; ++i) {
      now += Picoseconds{rng.between(0, 2 * kStep.count())};
      requests.push_back(tb::request(i, now, static_cast<int>(rng.between(1, 100)),
                                     static_cast<int>(rng.between(1, 30))));
      if (requests.back().output == 1) continue;
      bytes += 1000.0 * requests.back().input;
      ++handed;
    }
    const int clients = rng.chance(0.3) ? static_cast<int>(rng.between(1, 9)) : 0;
    const auto play = [&] {
      if (clients > 0) {
        ClosedLoop loop(requests, clients);
        return serve_disaggregated(prefill, decode, hand_over, loop);
      }
      ListTraffic list(requests);
      return serve_disaggregated(prefill, decode, hand_over, list);
    };
    const DisaggregatedRun run = play();

    std::map<std::int64_t, RequestRecord> records;
    for (const RequestRecord& record : run.run.records) records[record.id] = record;
    REQUIRE(run.run.records.size() == requests.size());
    REQUIRE(records.size() == requests.size());
    for (const Request& request : requests) {
      const RequestRecord& r = records.at(request.id);
      CHECK(r.input == request.input);
      CHECK(r.output == request.output);
      CHECK(r.queued <= r.first_token);
      // An answer's second token needs the way over and a step of its own.
      if (r.output > 1) CHECK(r.last_token >= r.first_token + hand_over.latency + kStep);
    }
    CHECK(run.hand_overs == handed);
    CHECK(run.bytes == bytes);
    CHECK(prompts_memory.over == 0);
    CHECK(answers_memory.over == 0);

    const DisaggregatedRun again = play();
    for (std::size_t i = 0; i < run.run.records.size(); ++i) {
      const RequestRecord& a = run.run.records[i];
      const RequestRecord& b = again.run.records[i];
      CHECK(std::tie(a.id, a.first_token, a.last_token, a.preemptions) ==
            std::tie(b.id, b.first_token, b.last_token, b.preemptions));
    }
  }
}

}  // namespace jacquard::serve
