// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/step/account.hpp"
#include "jacquard/engine/step/binding.hpp"

namespace jacquard::engine::step {
namespace {

using base::at;
using base::Picoseconds;
using workload::OpKind;
using workload::StepOp;
using workload::StepProgram;

constexpr std::array<const char*, 5> kReasons{"start", "stream", "dependency", "message",
                                              "network"};

class Finder {
 public:
  Finder(const StepProgram& program, const Intervals& intervals)
      : program_(program),
        intervals_(intervals),
        bindings_(intervals.size()),
        begun_(intervals.size()) {}

  std::vector<PathStep> path() {
    PathStep at_step;
    Picoseconds latest{-1};
    for (std::size_t c = 0; c < intervals_.size(); ++c) {
      for (std::uint32_t i = 0; i < intervals_[c].size(); ++i) {
        if (intervals_[c][i].end <= latest) continue;
        latest = intervals_[c][i].end;
        at_step = {static_cast<int>(c), i, intervals_[c][i]};
      }
    }
    std::vector<PathStep> path;
    if (latest < Picoseconds{0}) return path;
    // Each is before the one that it let begin, in its class or by a message.
    std::size_t most = 0;
    for (const auto& of_class : intervals_) most += of_class.size();
    while (path.size() < most) {
      const std::optional<PathStep> before = before_of(at_step);
      path.push_back(at_step);
      if (!before) break;
      at_step = *before;
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  PathStep step(int of_class, std::uint32_t op) const {
    return {of_class, op, at(intervals_, of_class)[op]};
  }

  // The one that bound it; says in `own` why.
  std::optional<PathStep> before_of(PathStep& own) {
    const StepOp& op = at(program_.classes, own.of_class).ops[own.op];
    if (op.kind == OpKind::receive) {
      const std::optional<std::uint32_t> send = send_of(own.of_class, op);
      if (send && at(intervals_, op.peer)[*send].end > own.interval.begin) {
        own.because = Because::message;
        return step(op.peer, *send);
      }
    }
    const Binding& binding = binding_of(own.of_class);
    const std::uint32_t before = binding.of(own.op);
    const Picoseconds ready =
        before == Binding::kNone ? Picoseconds{0} : at(intervals_, own.of_class)[before].end;
    if (op.kind == OpKind::collective && ready < own.interval.begin) {
      if (const auto other = network_before(own, ready)) {
        own.because = Because::network;
        return step(own.of_class, *other);
      }
    }
    if (before == Binding::kNone) return std::nullopt;
    own.because =
        binding.before_in_stream(own.op) == before ? Because::stream : Because::dependency;
    return step(own.of_class, before);
  }

  const Binding& binding_of(int of_class) {
    auto& binding = at(bindings_, of_class);
    if (!binding) binding.emplace(at(program_.classes, of_class), at(intervals_, of_class));
    return *binding;
  }

  std::optional<std::uint32_t> send_of(int receiver, const StepOp& receive) {
    if (sends_.empty()) {
      for (std::size_t c = 0; c < program_.classes.size(); ++c) {
        const auto& ops = program_.classes[c].ops;
        for (std::uint32_t i = 0; i < ops.size(); ++i) {
          if (ops[i].kind != OpKind::send) continue;
          sends_[{static_cast<int>(c), ops[i].peer, ops[i].tag}] = i;
        }
      }
    }
    const auto send = sends_.find({receive.peer, receiver, receive.tag});
    if (send == sends_.end()) return std::nullopt;
    return send->second;
  }

  // The collectives of a class in the order in which they began.
  struct Begun {
    std::vector<std::uint32_t> ops;
    std::vector<Picoseconds> latest_end;  // of those up to here
  };

  const Begun& begun_of(int of_class) {
    Begun& begun = at(begun_, of_class);
    if (!begun.ops.empty()) return begun;
    const auto& ops = at(program_.classes, of_class).ops;
    const auto& intervals = at(intervals_, of_class);
    for (std::uint32_t i = 0; i < ops.size(); ++i) {
      if (ops[i].kind == OpKind::collective) begun.ops.push_back(i);
    }
    std::stable_sort(begun.ops.begin(), begun.ops.end(), [&](std::uint32_t a, std::uint32_t b) {
      return intervals[a].begin < intervals[b].begin;
    });
    Picoseconds latest{0};
    for (const std::uint32_t i : begun.ops) {
      latest = std::max(latest, intervals[i].end);
      begun.latest_end.push_back(latest);
    }
    return begun;
  }

  // The collective of the class that ran last while this one was ready and waited: to its end, or
  // until it left the dimension that this one begins in. Of equals the lowest.
  std::optional<std::uint32_t> network_before(const PathStep& own, Picoseconds ready) {
    const auto& intervals = at(intervals_, own.of_class);
    const Begun& begun = begun_of(own.of_class);
    const auto until = [&](std::uint32_t i) {
      return std::pair(std::min(intervals[i].end, own.interval.begin), intervals[i].begin);
    };
    const auto later = std::lower_bound(
        begun.ops.begin(), begun.ops.end(), own.interval.begin,
        [&](std::uint32_t i, Picoseconds begin) { return intervals[i].begin < begin; });
    std::optional<std::uint32_t> latest;
    for (auto k = static_cast<std::size_t>(later - begun.ops.begin()); k-- > 0;) {
      const std::uint32_t i = begun.ops[k];
      const Picoseconds most = std::min(begun.latest_end[k], own.interval.begin);
      if (most <= ready) break;
      // The others began no later than this one and end no later than `most`.
      if (latest && std::pair(most, intervals[i].begin) < until(*latest)) break;
      if (intervals[i].end <= ready) continue;
      if (!latest || until(i) >= until(*latest)) latest = i;
    }
    return latest;
  }

  const StepProgram& program_;
  const Intervals& intervals_;
  std::vector<std::optional<Binding>> bindings_;
  std::vector<Begun> begun_;
  std::map<std::tuple<int, int, int>, std::uint32_t> sends_;
};

}  // namespace

const char* name_of(Because because) { return at(kReasons, because); }

std::vector<PathStep> critical_path(const StepProgram& program, const Intervals& intervals) {
  return Finder(program, intervals).path();
}

}  // namespace jacquard::engine::step
