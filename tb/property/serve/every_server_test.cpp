// SPDX-License-Identifier: Apache-2.0
// What holds for every server, whatever its settings and its traffic.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>

#include "property/serve/queue.hpp"

namespace jacquard::serve {
namespace {

// A server, its requests and how many schedulers it has.
struct Case {
  EngineSettings settings;
  int groups = 1;
  int clients = 0;  // 0: an open loop
  std::vector<Request> requests;
};

// Caches so small that most runs pre-empt, prompts that share beginnings, steps short of budget.
Case random_case(std::uint64_t seed) {
  base::Rng rng(seed, "property server");
  Case c;
  EngineSettings& s = c.settings;
  s.policy = static_cast<Policy>(rng.below(4));
  s.max_sequences = static_cast<int>(rng.between(1, 12));
  s.max_batched_tokens = static_cast<int>(rng.between(1, 80));
  s.block = static_cast<int>(rng.between(1, 9));
  s.prefix_caching = rng.chance(0.5);
  s.chunked_prefill = rng.chance(0.7);
  s.plan_ahead = rng.chance(0.3);
  s.queued_between_steps = rng.chance(0.3);
  s.stages = rng.chance(0.7) ? 1 : static_cast<int>(rng.between(2, 3));
  if (rng.chance(0.3)) s.host = base::Picoseconds{rng.between(1, 2 * tb::kStep.count())};
  c.groups = static_cast<int>(rng.between(1, 3));
  c.clients = rng.chance(0.3) ? static_cast<int>(rng.between(1, 20)) : 0;
  const std::int64_t longest_input = s.chunked_prefill ? 100 : s.max_batched_tokens;
  constexpr std::int64_t kLongestOutput = 30;
  if (rng.chance(0.8)) {
    s.blocks = (longest_input + kLongestOutput) / s.block + 2 + rng.between(0, 30);
  }
  base::Picoseconds now{0};
  for (int i = 0; i < 60; ++i) {
    if (rng.chance(0.7)) now += base::Picoseconds{rng.between(0, 4 * tb::kStep.count())};
    Request r = tb::request(i, now, static_cast<int>(rng.between(1, longest_input)),
                            static_cast<int>(rng.between(1, kLongestOutput)));
    if (rng.chance(0.5)) {
      // A tree of prefixes: what follows an id follows from it.
      std::uint64_t id = rng.below(3) + 1;
      for (int block = 0; block * 16 < r.input; ++block) {
        r.prefix.push_back(id);
        id = id * 3 + rng.below(3) + 1;
      }
    }
    if (rng.chance(0.1)) r.present = r.input / 2;
    c.requests.push_back(r);
  }
  return c;
}

std::string told(const Case& c) {
  const EngineSettings& s = c.settings;
  return fmt::format(
      "policy {} sequences {} budget {} block {} blocks {} prefix {} chunked {} ahead {} "
      "between {} stages {} host {} groups {} clients {}",
      static_cast<int>(s.policy), s.max_sequences, s.max_batched_tokens, s.block, s.blocks,
      s.prefix_caching, s.chunked_prefill, s.plan_ahead, s.queued_between_steps, s.stages,
      s.host.count(), c.groups, c.clients);
}

// Counts what steps do and holds them to their limits.
class Auditor : public StepWatcher {
 public:
  explicit Auditor(const Case& c) : case_(c) {}

  void seen(const StepSeen& step) override {
    const EngineSettings& s = case_.settings;
    std::int64_t blocks = 0;
    for (const StepLoad& load : step.groups) {
      over_budget += load.tokens() > s.max_batched_tokens && s.chunked_prefill ? 1 : 0;
      const auto sequences = load.decodes + static_cast<int>(load.prompts.size());
      over_sequences += sequences > s.max_sequences ? 1 : 0;
      samples += load.samples();
      tokens += load.tokens();
      std::int64_t keys = load.decode_keys;
      for (const PromptChunk& chunk : load.prompts) {
        keys += chunk.cached + chunk.tokens;
        empty_chunks += chunk.tokens < 1 ? 1 : 0;
      }
      blocks += (keys + s.block - 1) / s.block;
    }
    // Sequences that share blocks attend to more keys than there are blocks for.
    const bool shares = s.prefix_caching;
    unheld_keys += !shares && blocks > step.blocks ? 1 : 0;
    over_memory += s.blocks > 0 && step.blocks > (s.blocks - 1) * case_.groups ? 1 : 0;
    backwards += step.begin < last_begin || step.end < last_end ? 1 : 0;
    last_begin = step.begin;
    last_end = step.end;
    gaps.emplace_back(step.begin, step.end);
  }

  std::int64_t samples = 0;
  std::int64_t tokens = 0;
  int over_budget = 0;
  int over_sequences = 0;
  int over_memory = 0;
  int unheld_keys = 0;
  int empty_chunks = 0;
  int backwards = 0;
  base::Picoseconds last_begin{0};
  base::Picoseconds last_end{0};
  std::vector<std::pair<base::Picoseconds, base::Picoseconds>> gaps;  // of steps

 private:
  const Case& case_;
};

ServerRun run(const Case& c, StepWatcher* watcher) {
  tb::ConstantClock clock;
  if (c.clients > 0) {
    ClosedLoop loop(c.requests, c.clients);
    return serve(c.settings, c.groups, clock, loop, watcher);
  }
  ListTraffic list(c.requests, 16);
  return serve(c.settings, c.groups, clock, list, watcher);
}

template <class Judge>
void for_every_case(const Judge& judge) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const Case c = random_case(seed);
    INFO("seed " << seed << " " << told(c));
    Auditor auditor(c);
    judge(c, run(c, &auditor), auditor);
  }
}

}  // namespace

TEST_CASE("no request and no token is lost or made twice, pre-empted or not") {
  std::int64_t preemptions = 0;
  for_every_case([&](const Case& c, const ServerRun& run, const Auditor& steps) {
    std::map<std::int64_t, const RequestRecord*> ended;
    for (const RequestRecord& record : run.records) ended[record.id] = &record;
    REQUIRE(run.records.size() == c.requests.size());
    REQUIRE(ended.size() == c.requests.size());
    std::int64_t made = 0;
    std::int64_t computed = 0;
    std::int64_t present = 0;
    std::int64_t reused = 0;
    std::int64_t preempted = 0;
    for (const Request& request : c.requests) {
      const RequestRecord& record = *ended.at(request.id);
      CHECK(record.input == request.input);
      CHECK(record.output == request.output);
      made += request.output;
      computed += request.input + request.output - 1;
      present += request.present;
      reused += record.reused;
      preempted += record.preemptions;
    }
    CHECK(steps.samples == made);
    CHECK(preempted == run.preemptions);
    CHECK(steps.empty_chunks == 0);
    // Each token of a prompt and each answer's but the last goes through the model once.
    CHECK(steps.tokens >= computed - present - reused);
    if (run.preemptions == 0) CHECK(steps.tokens <= computed);
    if (run.preemptions == 0 && present == 0) CHECK(steps.tokens == computed - reused);
    preemptions += run.preemptions;
  });
  CHECK(preemptions > 1000);
}

TEST_CASE("memory, the budget and the number of sequences are kept to in every step") {
  for_every_case([](const Case& c, const ServerRun& run, const Auditor& steps) {
    CHECK(steps.over_memory == 0);
    CHECK(steps.over_budget == 0);
    CHECK(steps.over_sequences == 0);
    CHECK(steps.unheld_keys == 0);
    if (c.settings.blocks > 0) CHECK(run.most_blocks <= c.settings.blocks - 1);
  });
}

TEST_CASE("a request's times follow each other") {
  for_every_case([](const Case& c, const ServerRun& run, const Auditor& steps) {
    CHECK(steps.backwards == 0);
    CHECK(run.end == steps.last_end);
    base::Picoseconds before{0};
    for (const RequestRecord& r : run.records) {
      CHECK(r.arrival <= r.queued);
      CHECK(r.queued <= r.scheduled);
      CHECK(r.scheduled + tb::kStep <= r.first_token);
      // A host that plans other steps hands a first token out late, and later ones sooner after it.
      const base::Picoseconds late = c.settings.host * (c.settings.stages + 1);
      CHECK(r.first_token + tb::kStep * (r.output - 1) <= r.last_token + late);
      CHECK(before <= r.last_token);
      before = r.last_token;
      if (!c.settings.queued_between_steps) CHECK(r.arrival == r.queued);
    }
  });
}

TEST_CASE("a server rests only when nobody waits") {
  for_every_case([](const Case& c, const ServerRun& run, const Auditor& steps) {
    if (c.settings.stages > 1 || c.settings.plan_ahead) return;
    for (std::size_t step = 1; step < steps.gaps.size(); ++step) {
      const base::Picoseconds rests = steps.gaps[step - 1].second;
      const base::Picoseconds begins = steps.gaps[step].first - c.settings.host;
      if (begins == rests) continue;
      for (const RequestRecord& r : run.records) {
        CAPTURE(r.id);
        CHECK_FALSE((r.arrival < begins && r.last_token > rests));  // waits while the server rests
      }
    }
  });
}

TEST_CASE("the same settings and requests give the same run") {
  for_every_case([](const Case& c, const ServerRun& one, const Auditor& steps) {
    Auditor again(c);
    const ServerRun other = run(c, &again);
    REQUIRE(one.records.size() == other.records.size());
    CHECK(one.steps == other.steps);
    CHECK(steps.gaps == again.gaps);
    for (std::size_t i = 0; i < one.records.size(); ++i) {
      const RequestRecord& a = one.records[i];
      const RequestRecord& b = other.records[i];
      CHECK(std::tie(a.id, a.queued, a.scheduled, a.first_token, a.last_token, a.preemptions,
                     a.reused) == std::tie(b.id, b.queued, b.scheduled, b.first_token, b.last_token,
                                           b.preemptions, b.reused));
    }
  });
}

}  // namespace jacquard::serve
