// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "jacquard/astra/collectives.hpp"
#include "jacquard/astra/estimate.hpp"
#include "jacquard/astra/symmetry.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {

namespace {

constexpr int kMostNpusToExplain = 512;

void check(const Input& input) {
  const auto fail = [](InputFile file, std::string expected, std::string found) {
    throw InputError(file, {"", "", std::move(expected), std::move(found), ""});
  };
  if (input.network.empty()) fail(InputFile::network, "at least one dimension", "none");
  double all = 1;
  for (const Dimension& dimension : input.network) all *= std::max(1, dimension.npus);
  if (all > topology::Fabric::kMostNpus) {
    fail(InputFile::network, fmt::format("at most {} NPUs", topology::Fabric::kMostNpus),
         fmt::format("{:.3g}", all));
  }
  const int count = npus(input);
  if (input.job.npus() != count) {
    fail(InputFile::workload, fmt::format("a trace for each of {} NPUs", count),
         std::to_string(input.job.npus()));
  }
  if (input.system.splits < 1) {
    fail(InputFile::system, "preferred-dataset-splits of at least 1",
         std::to_string(input.system.splits));
  }
  if (input.queues_per_dimension < 1) {
    throw base::ConfigError(
        {"--num-queues-per-dim", "", "at least 1", std::to_string(input.queues_per_dimension), ""});
  }
  if (!(input.system.local_mem_bw >= 0)) {
    fail(InputFile::system, "a local-mem-bw of at least 0",
         fmt::format("{}", input.system.local_mem_bw));
  }
}

// The whole machine, wired together for one run.
class Machine {
 public:
  // `before` of the `expected` messages have been sent in other runs.
  Machine(const Input& input, const Places& places, const Cast& cast, bool backwards,
          double expected, std::int64_t before)
      : input_(input),
        places_(places),
        expected_(expected),
        before_(before),
        cast_(cast),
        queue_(backwards),
        calls_(queue_, cast.ranks.size()),
        network_(input, places, cast.stands_for, cast.ranks.size(), queue_, messages_),
        workload_(input, cast, queue_, calls_, network_, messages_),
        collectives_(input, places, cast, queue_, calls_, network_, messages_, workload_) {
    workload_.use(collectives_);
  }

  // Rings of groups are worked out at once; `ways` as Rings takes them.
  void run_rings(const RingWays* ways) {
    Rings rings(input_, places_, cast_, ways, queue_, calls_, network_);
    collectives_.use(rings);
    run();
    rings.require_apart();
  }

  void run() {
    if (input_.progress && before_ == 0) input_.progress(0, expected_);
    for (std::uint32_t i = 0; i < cast_.ranks.size(); ++i) workload_.fire(i);
    queue_.run([this](const Event& event) {
      handle(event);
      if ((++handled_ & (kEventsBetweenReports - 1)) != 0 || !input_.progress) return;
      input_.progress(before_ + network_.sent(), expected_);
    });
    workload_.require_finished();
  }

  const Workload& workload() const { return workload_; }
  const Network& network() const { return network_; }
  const EventQueue& queue() const { return queue_; }

 private:
  void handle(const Event& event) {
    switch (event.kind) {
      case Event::Kind::calls:
        calls_.run(event.subject, [&](const Call& call) { handle(event.subject, call); });
        break;
      case Event::Kind::arrival:
        arrived(messages_.take(event.subject));
        break;
      case Event::Kind::hop:
        if (network_.hop(event.subject)) arrived(messages_.take(event.subject));
        break;
      case Event::Kind::free:
        network_.free(event.subject);
        break;
      case Event::Kind::deliver: {
        const Message message = messages_.take(event.subject);
        if (of_collective(message)) {
          collectives_.delivered(message);
        } else {
          workload_.delivered(message);
        }
        break;
      }
    }
  }

  void handle(std::uint32_t npu, const Call& call) {
    switch (call.kind) {
      case Call::Kind::charge:
        collectives_.charged(npu, call.subject, call.delay);
        break;
      case Call::Kind::ready:
        collectives_.ready(npu, call.subject);
        break;
      case Call::Kind::node:
      case Call::Kind::broadcast:
        workload_.node_done(npu, static_cast<int>(call.subject));
        break;
      case Call::Kind::pool:
        workload_.memory_free(npu, call.subject);
        break;
    }
  }

  static bool of_collective(const Message& message) {
    return message.kind == Message::Kind::phase || message.kind == Message::Kind::phase_grant;
  }

  void arrived(const Message& message) {
    if (of_collective(message)) {
      collectives_.arrived(message);
    } else {
      workload_.arrived(message);
    }
  }

  static constexpr std::int64_t kEventsBetweenReports = 1 << 20;

  const Input& input_;
  const Places& places_;
  double expected_;
  std::int64_t before_;
  std::int64_t handled_ = 0;
  const Cast& cast_;
  EventQueue queue_;
  Messages messages_;
  Calls calls_;
  Network network_;
  Workload workload_;
  Collectives collectives_;
};

Cast cast_of(const Input& input, const Classes& symmetry) {
  Cast cast;
  cast.ranks = symmetry.first;
  for (const int number : symmetry.class_of) {
    cast.stands_for.push_back(static_cast<std::uint32_t>(number));
  }
  if (symmetry.trivial()) return cast;
  cast.groups = symmetry.groups;
  cast.partitions = &input.job.partitions;
  return cast;
}

std::vector<Answer::Links> links_of(const Machine& machine, const Cast& cast,
                                    const Places& places) {
  std::vector<double> stands_for(cast.ranks.size(), 0);  // how many NPUs
  for (const std::uint32_t own : cast.stands_for) stands_for[own] += 1;
  std::vector<Answer::Links> links;
  for (int d = 0; d < places.dimensions(); ++d) {
    const Dimension& dimension = places.dimension(d);
    const bool ring = dimension.block == topology::Block::ring;
    const bool direct = dimension.block == topology::Block::fully_connected;
    const int of_npu = direct ? dimension.npus - 1 : ring && dimension.npus == 2 ? 1 : 2;
    Answer::Links& own = links.emplace_back();
    own.count = static_cast<double>(of_npu) * places.npus();
    for (std::uint32_t i = 0; i < stands_for.size(); ++i) {
      own.bytes += stands_for[i] * machine.network().carried(i, d);
      own.busy_ns += stands_for[i] * machine.network().busy(i, d);
    }
  }
  return links;
}

Answer answer_of(const Input& input, const Machine& machine, const Cast& cast,
                 const Places& places) {
  Answer answer;
  for (const int npu : input.shown) {
    answer.spells.push_back(machine.workload().spells(cast.of(npu)));
  }
  answer.links = links_of(machine, cast, places);
  const std::size_t npus = cast.stands_for.size();
  answer.messages = machine.network().sent();
  answer.events = machine.queue().handled();
  for (std::size_t i = 0; i < npus; ++i) {
    const std::uint32_t own = cast.stands_for[i];
    answer.stands_for.push_back(cast.rank(own));
    answer.bytes.emplace_back();
    for (int d = 0; d < places.dimensions(); ++d) {
      answer.bytes.back().push_back(machine.network().bytes(own, d));
    }
  }
  const auto& finished = machine.workload().finished();
  if (cast.ranks.size() == npus) {
    answer.finished = finished;
    return answer;
  }
  std::vector<const Finish*> of_class(cast.ranks.size());
  for (const Finish& f : finished) of_class[cast.of(f.npu)] = &f;
  for (std::size_t i = 0; i < npus; ++i) {
    answer.finished.push_back(*of_class[cast.stands_for[i]]);
    answer.finished.back().npu = static_cast<int>(i);
  }
  std::stable_sort(answer.finished.begin(), answer.finished.end(),
                   [](const Finish& a, const Finish& b) { return a.time < b.time; });
  return answer;
}

bool same(const std::vector<Finish>& a, const std::vector<Finish>& b, const Cast& cast) {
  std::vector<const Finish*> of_a(cast.ranks.size());
  for (const Finish& f : a) of_a[cast.of(f.npu)] = &f;
  return std::all_of(b.begin(), b.end(), [&](const Finish& f) {
    const Finish& other = *of_a[cast.of(f.npu)];
    return other.time == f.time && other.compute == f.compute;
  });
}

// Where classes stand for many, the order of what happens at one time is not that of the whole
// cluster: a result counts only if the opposite order gives the same, and no two NPUs' messages
// meet on a link.
bool run_classes(const Input& input, const Places& places, const Cast& cast, Answer& answer) {
  const engine::ExpectedWork expected = estimate(input, places, cast.ranks);
  engine::require_within(expected, input.limits);
  const double both = 2 * expected.messages;
  Machine forwards(input, places, cast, false, both, 0);
  forwards.run();
  if (forwards.network().contended()) return false;
  Machine backwards(input, places, cast, true, both, forwards.network().sent());
  backwards.run();
  if (backwards.network().contended()) return false;
  if (!same(forwards.workload().finished(), backwards.workload().finished(), cast)) return false;
  answer = answer_of(input, forwards, cast, places);
  return true;
}

// Whether rings can be worked out at once; with congestion there must be nothing else.
bool may_take_rings(const Input& input, const Places& places,
                    const std::vector<TiesOfClass>& ties) {
  if (ties.empty() || input.measure_links || input.queues_per_dimension > 1) return false;
  if (input.mode == Mode::unaware) return true;
  if (input.system.active_chunks > 1) return false;
  return std::all_of(ties.begin(), ties.end(), [&](const TiesOfClass& own) {
    const auto& collectives = own.ties.collectives;
    return own.ties.peers.empty() &&
           std::all_of(collectives.begin(), collectives.end(), [&](const auto& collective) {
             const auto& [kind, group, involved] = collective;
             return kind == CollectiveKind::broadcast ||
                    (group != 0 && input.job.has_group(group) &&
                     input.job.size_of(group) != places.npus());
           });
  });
}

// With rings at once. False where that cannot be had; what is wrong with the input, if that is the
// cause, shows in any other run.
bool run_rings(const Input& input, const Places& places, const Symmetry& symmetry, Answer& answer) {
  if (!may_take_rings(input, places, symmetry.ties)) return false;
  const Cast cast = cast_of(input, symmetry.uncontended ? *symmetry.uncontended : symmetry);
  const engine::ExpectedWork expected = estimate(input, places, cast.ranks);
  engine::require_within(expected, input.limits);
  try {
    std::optional<RingWays> ways;
    if (input.mode == Mode::aware) {
      ways.emplace(input, places, cast, symmetry.ties);
      if (!ways->apart()) return false;
    }
    const RingWays* const of_rings = ways ? &*ways : nullptr;
    Machine forwards(input, places, cast, false, expected.messages, 0);
    forwards.run_rings(of_rings);
    Machine backwards(input, places, cast, true, expected.messages, 0);
    backwards.run_rings(of_rings);
    if (!same(forwards.workload().finished(), backwards.workload().finished(), cast)) return false;
    answer = answer_of(input, forwards, cast, places);
    return true;
  } catch (const NotAtOnce&) {
    return false;
  } catch (const base::ConfigError&) {
    return false;
  }
}

Answer run_files(const Input& input) {
  check(input);
  const Places places(input.network);
  engine::require_within(estimate(input, places, {}), input.limits);
  const Symmetry symmetry = symmetry_of(input, places);
  Answer answer;
  if (run_rings(input, places, symmetry, answer)) return answer;
  // An NPU's own queues may want one of its links at one instant; which goes first is then decided
  // by the whole cluster's order of events.
  const bool queues_meet = input.mode == Mode::aware && input.queues_per_dimension > 1;
  if (!symmetry.trivial() && !queues_meet) {
    try {
      if (run_classes(input, places, cast_of(input, symmetry), answer)) return answer;
    } catch (const base::ConfigError&) {
      // Said of all NPUs below: one that stands for many would be named for another.
      if (places.npus() > kMostNpusToExplain) throw;
    }
  }
  Cast cast;
  cast.ranks.resize(static_cast<std::size_t>(places.npus()));
  std::iota(cast.ranks.begin(), cast.ranks.end(), 0);
  cast.stands_for.assign(cast.ranks.begin(), cast.ranks.end());
  const engine::ExpectedWork expected = estimate(input, places, cast.ranks);
  engine::require_within(expected, input.limits);
  Machine machine(input, places, cast, false, expected.messages, 0);
  machine.run();
  return answer_of(input, machine, cast, places);
}

}  // namespace

Answer run(const Input& input) {
  try {
    return run_files(input);
  } catch (const InputError& error) {
    throw error.in(input.names);
  }
}

}  // namespace jacquard::astra
