// SPDX-License-Identifier: Apache-2.0
// Times are closed forms: pipelines after Narayanan et al. 2021 (s2.2), a sliced loop after
// MeshSlice; and an executor that looks at everything again for each operation.
#include "jacquard/engine/step/list_schedule.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <tuple>

#include "jacquard/base/rng.hpp"
#include "jacquard/engine/step/account.hpp"
#include "support/fault_of.hpp"
#include "support/step_requests.hpp"
#include "unit/engine/step/programs.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using base::Picoseconds;
using Catch::Contains;
using engine::Order;
using engine::step::account;
using engine::step::ClassAccount;
using engine::step::critical_path;
using engine::step::ListSchedule;

namespace {

// All forward, then all backward, in groups of as many micro-batches as stages for each of `v`
// chunks of the model: the interleaved schedule without its 1F1B, whose bubble is the same.
Written pipeline(int stages, int micro_batches, int v, std::int64_t forward,
                 std::int64_t backward) {
  Written out(stages);
  const int last = stages * v - 1;  // virtual stage
  for (const bool back : {false, true}) {
    for (int stage = 0; stage < stages; ++stage) {
      for (int group = 0; group < micro_batches; group += stages) {
        for (int c = 0; c < v; ++c) {
          const int at = (back ? v - 1 - c : c) * stages + stage;
          for (int m = group; m < group + stages; ++m) {
            const auto tag = [&](int edge) { return ((back ? 1 : 0) * 1000 + edge) * 1000 + m; };
            const int from = back ? at + 1 : at - 1;
            const int to = back ? at - 1 : at + 1;
            After after;
            if (from >= 0 && from <= last) {
              after.push_back(out.receive(stage, from % stages, tag(std::min(at, from))));
            }
            const auto op = out.compute(stage, back ? backward : forward, after);
            if (to >= 0 && to <= last)
              out.send(stage, to % stages, tag(std::min(at, to)), {}, {op});
          }
        }
      }
    }
  }
  return out;
}

// Looks at all heads of all streams for each operation, and lets that begin which can first.
class Naive {
 public:
  Naive(const Written& written, Order order) : w_(written), order_(order) {
    for (const auto& c : w_.program.classes) {
      ends_.emplace_back(c.ops.size(), -1);
      passed_.emplace_back(c.ops.size());
    }
  }

  std::vector<std::vector<std::int64_t>> ends() {
    while (step()) {
    }
    return ends_;
  }

 private:
  struct Choice {
    std::int64_t begin = 0;
    bool waits = false;  // for a dimension
    std::size_t of_class = 0;
    std::int64_t ready = 0;
    std::size_t op = 0;
    std::int64_t end = 0;
  };

  bool before(const Choice& a, const Choice& b) const {
    const auto key = [](const Choice& c) { return std::tuple(c.begin, c.waits, c.of_class); };
    if (key(a) != key(b)) return key(a) < key(b);
    const bool earlier = std::pair(a.ready, a.op) < std::pair(b.ready, b.op);
    return earlier == (order_ == Order::fifo);
  }

  bool step() {
    std::optional<Choice> first;
    for (std::size_t c = 0; c < ends_.size(); ++c) {
      for (std::size_t i = 0; i < ends_[c].size(); ++i) {
        const auto choice = look(c, i);
        if (choice && (!first || before(*choice, *first))) first = choice;
      }
    }
    if (!first) return false;
    const StepOp& op = w_.program.classes[first->of_class].ops[first->op];
    Passed& passed = passed_[first->of_class][first->op];
    if (op.kind == OpKind::collective) {
      const CommTime& comm = base::at(w_.comms, op.work);
      const CommTime::Phase phase{comm.dimensions_of(passed.phases), comm.time_of(passed.phases)};
      for (int d = 0; d < 32; ++d) {
        if ((phase.dimensions >> d & 1U) != 0) free_[{first->of_class, d}] = first->end;
      }
      passed.next = first->begin + phase.time.count();
      passed.before = first->end;
      if (++passed.phases < comm.phase_count()) return true;
    }
    ends_[first->of_class][first->op] = first->end;
    return true;
  }

  std::optional<Choice> look(std::size_t c, std::size_t i) const {
    const auto& own = w_.program.classes[c];
    const StepOp& op = own.ops[i];
    if (ends_[c][i] >= 0) return std::nullopt;
    Choice out{0, false, c, 0, i, 0};
    for (std::size_t j = 0; j < i; ++j) {
      if (own.ops[j].stream != op.stream) continue;
      if (ends_[c][j] < 0) return std::nullopt;
      out.ready = std::max(out.ready, ends_[c][j]);
    }
    for (std::uint32_t d = 0; d < op.dependencies; ++d) {
      const std::int64_t end = ends_[c][own.dependencies[op.first_dependency + d]];
      if (end < 0) return std::nullopt;
      out.ready = std::max(out.ready, end);
    }
    out.begin = out.ready;
    if (op.kind == OpKind::compute) {
      out.end = out.begin + base::at(w_.works, op.work).count();
    } else if (op.kind == OpKind::receive) {
      const auto& peer = base::at(w_.program.classes, op.peer);
      for (std::size_t j = 0; j < peer.ops.size(); ++j) {
        const StepOp& sent = peer.ops[j];
        if (sent.kind != OpKind::send || sent.tag != op.tag || sent.peer != static_cast<int>(c))
          continue;
        const std::int64_t arrival = base::at(ends_, op.peer)[j];
        if (arrival < 0) return std::nullopt;
        const std::int64_t receipt = base::at(w_.comms, sent.work).receipt.count();
        out.end = std::max(arrival, out.begin + receipt) + receipt;
      }
    } else {
      const CommTime& comm = base::at(w_.comms, op.work);
      const Passed& passed = passed_[c][i];
      const CommTime::Phase phase{comm.dimensions_of(passed.phases), comm.time_of(passed.phases)};
      if (passed.phases > 0) out.begin = passed.next;
      for (int d = 0; d < 32 && op.kind == OpKind::collective; ++d) {
        if ((phase.dimensions >> d & 1U) == 0) continue;
        out.waits = true;
        const auto free = free_.find({c, d});
        if (free != free_.end()) out.begin = std::max(out.begin, free->second);
      }
      // Each chunk follows the one before it, and itself out of the phase before.
      out.end = std::max(out.begin + comm.chunks * phase.time.count(),
                         passed.before + phase.time.count());
    }
    return out;
  }

  const Written& w_;
  Order order_;
  std::vector<std::vector<std::int64_t>> ends_;
  struct Passed {
    int phases = 0;
    std::int64_t next = 0;
    std::int64_t before = 0;
  };
  std::vector<std::vector<Passed>> passed_;
  std::map<std::pair<std::size_t, int>, std::int64_t> free_;
};

// Messages go to later classes from operations so far, so nothing waits in a circle.
Written random_program(base::Rng& rng) {
  const auto upto = [&](std::uint64_t most) { return static_cast<int>(rng.below(most + 1)); };
  const int classes = 1 + upto(3);
  Written out(classes);
  int tag = 0;
  std::vector<std::uint32_t> count(static_cast<std::size_t>(classes), 0);
  const auto after = [&](int c) {
    After list;
    for (int k = upto(2); k > 0 && base::at(count, c) > 0; --k) {
      list.push_back(static_cast<std::uint32_t>(rng.below(base::at(count, c))));
    }
    return list;
  };
  for (int n = 10 + upto(60); n > 0; --n) {
    const int c = upto(static_cast<std::uint64_t>(classes) - 1);
    const int kind = upto(5);
    if (kind == 0 && classes > 1) {
      const int to = (c + 1 + upto(static_cast<std::uint64_t>(classes) - 2)) % classes;
      out.send(c, to, ++tag, {Picoseconds{1 + upto(20)}, Picoseconds{upto(3)}, 0}, after(c));
      ++base::at(count, c);
      out.receive(to, c, tag, after(to));
      ++base::at(count, to);
    } else if (kind <= 2) {
      out.compute(c, upto(20), after(c));
      ++base::at(count, c);
    } else {
      const auto stream = static_cast<std::uint8_t>(1 + upto(3));
      out.collective(c, stream, 1 + upto(20), static_cast<std::uint32_t>(upto(7)), after(c));
      CommTime& comm = out.comms.back();
      if (comm.dimensions == 7) {
        comm.phases = {{2, Picoseconds{1 + upto(9)}}, {1, Picoseconds{1 + upto(9)}}};
        comm.chunks = 1 + upto(3);
      }
      ++base::at(count, c);
    }
  }
  return out;
}

// 1F1B: passes of products and sums of tensor parallelism, beside which gathers and reductions of
// other streams want the same dimensions.
Written random_pipeline(base::Rng& rng) {
  const auto upto = [&](std::uint64_t most) { return static_cast<int>(rng.below(most + 1)); };
  const int stages = 2 + upto(2);
  const int micro_batches = 1 + upto(3);
  const CommTime message{Picoseconds{1 + upto(15)}, Picoseconds{upto(2)}, 0};
  std::int64_t times[4];
  for (std::int64_t& time : times) time = 1 + upto(12);
  const bool waits = upto(2) > 0;  // the next product for the sum
  Written out(stages);
  const auto pass = [&](int stage, bool back, int m) {
    const int from = back ? stage + 1 : stage - 1;
    const int to = back ? stage - 1 : stage + 1;
    const auto tag = [&](int edge) { return (edge * 2 + (back ? 1 : 0)) * 100 + m; };
    After after;
    if (from >= 0 && from < stages) after = {out.receive(stage, from, tag(std::min(stage, from)))};
    std::uint32_t last = 0;
    for (int layer = upto(2); layer >= 0; --layer) {
      if (upto(3) == 0) {
        const auto stream =
            static_cast<std::uint8_t>(upto(3) == 0 ? workload::kReceiveStream : 2 + upto(2));
        const After free = upto(1) == 0 ? After{} : after;
        const auto gather = out.collective(stage, stream, times[upto(3)],
                                           static_cast<std::uint32_t>(upto(3)), free);
        if (upto(1) == 0) after.push_back(gather);
      }
      last = out.compute(stage, times[back ? 0 : 1], after);
      after.clear();
      if (upto(4) == 0) continue;
      last = out.collective(stage, workload::kTensorStream, times[2], 1, {last});
      if (waits) after = {last};
    }
    if (to >= 0 && to < stages) out.send(stage, to, tag(std::min(stage, to)), message, {last});
  };
  for (int stage = 0; stage < stages; ++stage) {
    const int ahead = std::min(micro_batches, stages - 1 - stage);
    for (int m = 0; m < ahead; ++m) pass(stage, false, m);
    for (int m = 0; m < micro_batches; ++m) {
      if (m + ahead < micro_batches) pass(stage, false, m + ahead);
      pass(stage, true, m);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("The bubble of a uniform pipeline is (p-1)/m, and (p-1)/(v m) interleaved") {
  ListSchedule schedule;
  for (const auto& [p, m, v] :
       {std::tuple{1, 4, 1}, {4, 8, 1}, {8, 8, 1}, {4, 8, 2}, {8, 32, 4}, std::tuple{3, 12, 5}}) {
    const Written written = pipeline(p, m, v, 100, 200);
    const std::int64_t end = written.run(schedule);
    const std::int64_t work = std::int64_t{300} * m * v;
    CHECK(end == work + 300 * (p - 1));
    std::vector<ClassAccount> accounts;
    account(written.program, intervals_of(schedule, written), Picoseconds{end}, accounts);
    for (const ClassAccount& c : accounts) {
      CHECK(c.compute.count() == work);
      CHECK(c.bubble.count() == 300 * (p - 1));
      CHECK(c.exposed.count() == 0);
    }
  }
}

TEST_CASE("Whole layers are computed again behind their gradient, so that the bubble stays") {
  ListSchedule schedule;
  for (const auto& [knobs, v] : {std::pair("", 1), std::pair(",schedule=gpipe", 1),
                                 std::pair(",schedule=interleaved,virtual=2", 2)}) {
    workload::StepRequest request;
    request.model = bare_gpt(64, 16, 4);
    request.parallelism = workload::parse_parallelism(
        "pp=4,micro_batch=1,recompute=full" + std::string(knobs), "knobs");
    request.batch = 8;
    const workload::StepProgram program = workload::training_program(request);
    // Layers alone take time, so that stages are alike; sums of gradients, for which no message
    // waits, take none.
    std::vector<Picoseconds> works(program.works.size(), Picoseconds{0});
    for (const workload::StepOp& op : program.classes[1].ops) {
      const bool waited_for = op.layer >= 0 && op.label != workload::OpLabel::gradient_sum;
      if (op.kind == workload::OpKind::compute && waited_for) {
        base::at(works, op.work) = Picoseconds{100};
      }
    }
    std::int64_t work = 0;
    for (const workload::StepOp& op : program.classes[1].ops) {
      if (op.kind == workload::OpKind::compute) work += base::at(works, op.work).count();
    }
    const std::vector<CommTime> comms(program.comms.size());
    const Picoseconds end =
        schedule.run(program, {{works.data(), works.size()}, {comms.data(), comms.size()}});
    INFO(knobs);
    CHECK(end.count() == work + work / (8 * v) * 3);
  }
}

TEST_CASE("A loop that gathers in two directions takes the longest of the three in each step") {
  ListSchedule schedule;
  for (const auto& [a, b, g] : {std::tuple{7, 3, 5}, {2, 9, 5}, {4, 4, 11}, {6, 6, 6}}) {
    constexpr int kSteps = 12;
    Written written(1);
    for (int s = 0; s < kSteps; ++s) {
      const auto left = written.collective(0, 1, a, 1U);
      const auto right = written.collective(0, 2, b, 2U);
      written.compute(0, g, {left, right});
    }
    CHECK(written.run(schedule) == std::max(a, b) + (kSteps - 1) * std::max({a, b, g}) + g);
  }
}

TEST_CASE("A gather of weights goes ahead of its layer by no more than the prefetch depth") {
  ListSchedule schedule;
  constexpr int kLayers = 9;
  constexpr int kGather = 10;
  for (const int depth : {0, 1, 3}) {
    for (const int time : {4, 10, 25}) {
      Written written(1);
      std::vector<std::uint32_t> gathers;
      std::vector<std::uint32_t> layers;
      for (int layer = 0; layer < kLayers; ++layer) {
        After after;
        if (layer > depth) after.push_back(base::at(layers, layer - depth - 1));
        gathers.push_back(written.collective(0, workload::kGatherStream, kGather, 1U, after));
        layers.push_back(written.compute(0, time, {gathers.back()}));
      }
      const std::int64_t end = written.run(schedule);
      // Without prefetch all is one after the other; else a layer hides the next one's gather.
      const int each = depth == 0 ? kGather + time : std::max(kGather, time);
      CHECK(end == kGather + (kLayers - 1) * each + time);
      const auto intervals = schedule.intervals(0);
      for (int layer = depth + 1; layer < kLayers; ++layer) {
        CHECK(intervals[base::at(gathers, layer)].begin >=
              intervals[base::at(layers, layer - depth - 1)].end);
      }
    }
  }
}

TEST_CASE("Collectives of two streams that share a dimension go one after the other") {
  // Both are ready while the first runs: at 30 the one that has waited longest, or the least.
  ListSchedule schedule;
  const auto ends = [&](Order order) {
    Written written(1);
    written.collective(0, 1, 30, 1U);
    const auto early = written.compute(0, 10);
    const auto a = written.collective(0, 2, 5, 3U, {early});
    const auto late = written.compute(0, 10);
    const auto b = written.collective(0, 3, 7, 1U, {late});
    const auto other = written.collective(0, 4, 9, 4U, {late});
    written.run(schedule, order);
    const auto intervals = schedule.intervals(0);
    CHECK(intervals[other].end.count() == 29);
    return std::pair(intervals[a].end.count(), intervals[b].end.count());
  };
  CHECK(ends(Order::fifo) == std::pair<std::int64_t, std::int64_t>(35, 42));
  CHECK(ends(Order::lifo) == std::pair<std::int64_t, std::int64_t>(42, 37));
}

TEST_CASE("Two collectives that cross two dimensions the other way round overlap") {
  // A: 20 a chunk in dimension 1, then 10 in 0; B: 10 in 0, then 20 in 1, behind A.
  ListSchedule schedule;
  for (const int chunks : {1, 3}) {
    Written written(1);
    const auto phases = [&](std::uint32_t first, std::int64_t a, std::int64_t b) {
      CommTime& comm = written.comms.back();
      comm.phases = {{first, Picoseconds{a}}, {3 - first, Picoseconds{b}}};
      comm.chunks = chunks;
    };
    written.collective(0, 1, 0, 3U);
    phases(2, 20, 10);
    written.collective(0, 2, 0, 3U);
    phases(1, 10, 20);
    CHECK(written.run(schedule) == 20 * chunks + 20 * chunks);
    // Of three chunks A's first waits until B's three have left dimension 0, at 30.
    CHECK(schedule.intervals(0)[0].end.count() == (chunks == 1 ? 30 : 70));
  }
}

namespace {

// Computations and idle spans of a class lie side by side from 0 to the step's end, and the idle
// ones add up to the account.
void require_idle_fills(const Written& written, const ListSchedule& schedule, std::int64_t end,
                        const std::vector<ClassAccount>& accounts) {
  for (std::size_t c = 0; c < accounts.size(); ++c) {
    const auto intervals = schedule.intervals(static_cast<int>(c));
    std::vector<std::pair<std::int64_t, std::int64_t>> spans;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      const bool computes = written.program.classes[c].ops[i].kind == OpKind::compute;
      if (computes && intervals[i].length().count() > 0) {
        spans.emplace_back(intervals[i].begin.count(), intervals[i].end.count());
      }
    }
    std::int64_t bubble = 0;
    for (const auto& idle :
         engine::step::idle_of(written.program, static_cast<int>(c), intervals, Picoseconds{end})) {
      spans.emplace_back(idle.interval.begin.count(), idle.interval.end.count());
      if (idle.bubble) bubble += idle.interval.length().count();
    }
    REQUIRE(bubble == accounts[c].bubble.count());
    std::sort(spans.begin(), spans.end());
    std::int64_t until = 0;
    for (const auto& [begin, finish] : spans) {
      REQUIRE(begin == until);
      until = finish;
    }
    REQUIRE(until == end);
  }
}

}  // namespace

TEST_CASE("The list schedule is that of an executor which looks at everything each time") {
  ListSchedule schedule;
  std::vector<ClassAccount> accounts;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    base::Rng rng(seed, "list schedule");
    const Written written = random_program(rng);
    const Order order = seed % 2 == 0 ? Order::fifo : Order::lifo;
    const std::int64_t end = written.run(schedule, order);
    const auto expected = Naive(written, order).ends();
    std::int64_t last = 0;
    for (std::size_t c = 0; c < expected.size(); ++c) {
      const auto intervals = schedule.intervals(static_cast<int>(c));
      for (std::size_t i = 0; i < expected[c].size(); ++i) {
        INFO("seed " << seed << " class " << c << " operation " << i);
        REQUIRE(intervals[i].end.count() == expected[c][i]);
        last = std::max(last, expected[c][i]);
      }
    }
    REQUIRE(end == last);
    // Its accounts add up, and its critical path has no gap.
    account(written.program, intervals_of(schedule, written), Picoseconds{end}, accounts);
    for (const ClassAccount& c : accounts) {
      REQUIRE((c.compute + c.exposed + c.bubble).count() == end);
      REQUIRE(c.exposed >= Picoseconds{0});
    }
    require_idle_fills(written, schedule, end, accounts);
    const auto path = critical_path(written.program, intervals_of(schedule, written));
    if (path.empty()) continue;
    REQUIRE(path.front().interval.begin.count() == 0);
    REQUIRE(path.back().interval.end.count() == end);
    for (std::size_t i = 1; i < path.size(); ++i) {
      const auto& before = path[i - 1];
      if (path[i].because == engine::step::Because::message) {
        REQUIRE(before.interval.end > path[i].interval.begin);
      } else if (path[i].because == engine::step::Because::network) {
        REQUIRE(before.interval.begin < path[i].interval.begin);
      } else {
        REQUIRE(before.interval.end == path[i].interval.begin);
      }
    }
  }
}

TEST_CASE("Stages that go ahead of what others send have the schedule of all looked at each time") {
  ListSchedule schedule;
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    base::Rng rng(seed, "pipelines");
    const Written written = random_pipeline(rng);
    const Order order = seed % 2 == 0 ? Order::fifo : Order::lifo;
    written.run(schedule, order);
    const auto expected = Naive(written, order).ends();
    for (std::size_t c = 0; c < expected.size(); ++c) {
      const auto intervals = schedule.intervals(static_cast<int>(c));
      for (std::size_t i = 0; i < expected[c].size(); ++i) {
        INFO("seed " << seed << " class " << c << " operation " << i);
        REQUIRE(intervals[i].end.count() == expected[c][i]);
      }
    }
  }
}

TEST_CASE("Idle time is of the collective, of the receive, or of the end that it waits for") {
  // Stage 0 works 10, gathers 5 (exposed), works 1 and sends (3). Stage 1 waits, works 2.
  Written written(2);
  const auto first = written.compute(0, 10);
  const auto gather = written.collective(0, 3, 5, 1U, {first});
  const auto second = written.compute(0, 1, {gather});
  written.send(0, 1, 0, {Picoseconds{3}, Picoseconds{0}, 0}, {second});
  const auto received = written.receive(1, 0, 0);
  written.compute(1, 2, {received});
  ListSchedule schedule;
  CHECK(written.run(schedule) == 21);
  std::vector<ClassAccount> accounts;
  account(written.program, intervals_of(schedule, written), Picoseconds{21}, accounts);
  CHECK(accounts[0].compute.count() == 11);
  CHECK(accounts[0].exposed.count() == 5 + 3);  // the send outlasts its last computation
  CHECK(accounts[0].bubble.count() == 2);
  CHECK(base::at(accounts[0].waited, workload::OpLabel::weight_gather).count() == 5);
  CHECK(accounts[0].comm_exposed[0].count() == 5);
  CHECK(accounts[1].compute.count() == 2);
  CHECK(accounts[1].bubble.count() == 19);
  using Spans = std::vector<std::array<std::int64_t, 3>>;  // begin, end, whether a bubble
  const auto idle = [&](int of_class) {
    Spans spans;
    for (const auto& i : engine::step::idle_of(written.program, of_class,
                                               schedule.intervals(of_class), Picoseconds{21})) {
      spans.push_back({i.interval.begin.count(), i.interval.end.count(), i.bubble ? 1 : 0});
    }
    return spans;
  };
  CHECK(idle(0) == Spans{{10, 15, 0}, {16, 19, 0}, {19, 21, 1}});
  CHECK(idle(1) == Spans{{0, 19, 1}});
}

TEST_CASE("A program that cannot end is refused by the operation that waits") {
  ListSchedule schedule;
  Written lone(2);
  lone.receive(1, 0, 7);
  CHECK_THAT(fault_of([&] { lone.run(schedule); }),
             Contains("one send of its tag at the other stage"));
  Written circle(2);
  const auto a = circle.receive(0, 1, 1);
  circle.send(0, 1, 2, {}, {a});
  const auto b = circle.receive(1, 0, 2);
  circle.send(1, 0, 1, {}, {b});
  CHECK_THAT(fault_of([&] { circle.run(schedule); }), Contains("it never begins"));
  Written unread(2);
  unread.send(0, 1, 1, {});
  CHECK_THAT(fault_of([&] { unread.run(schedule); }), Contains("a receive for each send"));
  Written eternal(1);
  for (int i = 0; i < 9; ++i) eternal.compute(0, INT64_MAX / 2);
  CHECK_THAT(fault_of([&] { eternal.run(schedule); }), Contains("a step of at most 46 days"));
}
