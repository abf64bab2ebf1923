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
      : program_(program), intervals_(intervals), bindings_(intervals.size()) {}

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

  // The collective of the class that ran last while this one was ready and waited: to its end, or
  // until it left the dimension that this one begins in.
  std::optional<std::uint32_t> network_before(const PathStep& own, Picoseconds ready) const {
    const auto& ops = at(program_.classes, own.of_class).ops;
    const auto& intervals = at(intervals_, own.of_class);
    std::optional<std::uint32_t> latest;
    for (std::uint32_t i = 0; i < ops.size(); ++i) {
      if (ops[i].kind != OpKind::collective || i == own.op) continue;
      const Interval& other = intervals[i];
      if (other.end <= ready || other.begin >= own.interval.begin) continue;
      const auto until = [&](const Interval& interval) {
        return std::pair(std::min(interval.end, own.interval.begin), interval.begin);
      };
      if (!latest || until(other) > until(intervals[*latest])) latest = i;
    }
    return latest;
  }

  const StepProgram& program_;
  const Intervals& intervals_;
  std::vector<std::optional<Binding>> bindings_;
  std::map<std::tuple<int, int, int>, std::uint32_t> sends_;
};

}  // namespace

const char* name_of(Because because) { return at(kReasons, because); }

std::vector<PathStep> critical_path(const StepProgram& program, const Intervals& intervals) {
  return Finder(program, intervals).path();
}

}  // namespace jacquard::engine::step
