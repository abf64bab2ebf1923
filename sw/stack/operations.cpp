// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/operations.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::stack {
namespace {

using base::at;
using base::index;

constexpr double kSecondsOfDay = 86'400;

double seconds(base::Picoseconds time) { return to_seconds(time).count(); }

class Run {
 public:
  Run(const Operations& operations, Policy policy, std::uint64_t seed, std::uint64_t number)
      : o_(operations),
        policy_(policy),
        rng_(seed, "interruptions", number),
        interval_(checkpoint_interval(operations).count()),
        pause_(seconds(operations.checkpoint_pause)),
        spares_(operations.spares),
        hosts_out_(index(operations.replicas)) {}

  Outcome operate() {
    const double end = o_.days * kSecondsOfDay;
    const double between = mean_time_between(o_).count();
    while (now_ < end) {
      const double gap = std::min(-std::log1p(-rng_.uniform()) * between, end - now_);
      pass(gap);
      now_ += gap;
      if (now_ < end) interrupt();
    }
    return out_;
  }

 private:
  enum class Part { spare, host, link };
  struct Repaired {
    double when;
    Part part;
    int number;  // spare: of NPUs; host: its replica
    bool operator<(const Repaired& other) const { return when > other.when; }
  };

  // Recovers, then computes, with pauses for checkpoints.
  void pass(double time) {
    const double recovering = std::min(recovery_, time);
    recovery_ -= recovering;
    out_.recovery += recovering;
    const double running = time - recovering;
    if (running <= 0) return;
    const double cycle = interval_ + pause_;
    const double to = in_cycle_ + running;
    const double cycles = std::floor(to / cycle);
    const double rest = to - cycles * cycle;
    const double before = std::min(in_cycle_, interval_);
    const double behind = std::min(rest, interval_);
    const double computing = cycles * interval_ + behind - before;
    out_.checkpoints += running - computing;
    out_.useful += computing * rate_;
    out_.degraded += computing * (1 - rate_);
    unsaved_ = cycles > 0 ? behind * rate_ : unsaved_ + (behind - before) * rate_;
    in_cycle_ = rest;
  }

  void interrupt() {
    const double kind = rng_.uniform();
    const int replica = static_cast<int>(rng_.below(static_cast<std::uint64_t>(o_.replicas)));
    if (kind < o_.npu_share + o_.nic_share) {
      lose_host(replica);
    } else if (kind < o_.npu_share + o_.nic_share + o_.fabric_share) {
      lose_link();
    } else {
      ++out_.interruptions;
      roll_back(seconds(o_.restart));
    }
  }

  void lose_host(int replica) {
    if (policy_ == Policy::restart) {
      ++out_.interruptions;
      roll_back(seconds(o_.restart));
      return;
    }
    const bool idle = at(hosts_out_, replica) > 0;
    if (policy_ == Policy::spare && !idle && spares_ >= o_.lost_together) {
      spares_ -= o_.lost_together;
      due_back(Part::spare, o_.lost_together);
    } else {
      if (at(hosts_out_, replica)++ == 0) ++replicas_out_;
      due_back(Part::host, replica);
    }
    if (idle) return;  // the job does not notice
    ++out_.interruptions;
    roll_back(seconds(o_.restore) + seconds(o_.replan));
  }

  // Nobody's state is lost: the step is run again, on average half of it.
  void lose_link() {
    ++out_.interruptions;
    if (policy_ == Policy::restart) {
      roll_back(seconds(o_.restart));
      return;
    }
    if (policy_ == Policy::spare && spares_ > 0) {
      --spares_;
      due_back(Part::spare, 1);
    } else {
      ++links_out_;
      due_back(Part::link, 0);
    }
    recovery_ += seconds(o_.fabric_detection) + seconds(o_.replan) + seconds(o_.step) / 2;
    set_rate();
  }

  void due_back(Part part, int number) { repairs_.push({now_ + seconds(o_.repair), part, number}); }

  // From the last checkpoint; what has been repaired takes part again.
  void roll_back(double time) {
    out_.rework += unsaved_;
    out_.useful -= unsaved_;
    unsaved_ = 0;
    in_cycle_ = 0;
    recovery_ = seconds(o_.detection) + time;
    for (; !repairs_.empty() && repairs_.top().when <= now_; repairs_.pop()) {
      const Repaired& back = repairs_.top();
      if (back.part == Part::spare) spares_ += back.number;
      if (back.part == Part::link) --links_out_;
      if (back.part == Part::host && --at(hosts_out_, back.number) == 0) --replicas_out_;
    }
    set_rate();
  }

  void set_rate() {
    rate_ = static_cast<double>(o_.replicas - replicas_out_) / o_.replicas;
    if (links_out_ > 0) rate_ /= o_.cut_slowdown;
  }

  const Operations& o_;
  Policy policy_;
  base::Rng rng_;
  double interval_;
  double pause_;
  Outcome out_;
  double now_ = 0;
  double recovery_ = 0;  // still to come
  double in_cycle_ = 0;  // since the last checkpoint was done, without recovery
  double unsaved_ = 0;
  double rate_ = 1;
  int spares_;
  std::vector<int> hosts_out_;  // of each replica
  int replicas_out_ = 0;
  int links_out_ = 0;
  std::priority_queue<Repaired> repairs_;
};

}  // namespace

base::Seconds mean_time_between(const Operations& o) {
  return base::Seconds{o.measured_days * kSecondsOfDay / o.interruptions * o.measured_npus /
                       o.npus};
}

base::Seconds checkpoint_interval(const Operations& o) {
  if (o.checkpoint_interval.count() > 0) return to_seconds(o.checkpoint_interval);
  return base::Seconds{std::sqrt(2 * seconds(o.checkpoint_pause) * mean_time_between(o).count())};
}

double expected_interruptions(const Operations& o) {
  return o.days * kSecondsOfDay / mean_time_between(o).count();
}

Outcome operated(const Operations& operations, Policy policy, std::uint64_t seed,
                 std::uint64_t number) {
  return Run(operations, policy, seed, number).operate();
}

}  // namespace jacquard::stack
