// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/closed_forms.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/limits.hpp"
#include "jacquard/engine/job/work.hpp"
#include "jacquard/engine/step/collective_time.hpp"

namespace jacquard::engine::job {
namespace {

using base::index;
using base::Picoseconds;
using rounds::Collective;
using step::CollectiveTimes;
using step::CommTime;
using step::GroupDigit;

step::CommMachine machine_of(const Scenario& s) {
  step::CommMachine machine;
  machine.fabric = s.network.fabric();
  machine.rules = s.rules;
  machine.algorithms = s.work.job->algorithms;
  machine.spread = s.work.job->spread;
  machine.chunks = s.work.job->chunks;
  machine.astra = s.mode == Mode::astra_unaware;
  machine.origin = s.origin;
  return machine;
}

// The digits in which the group of rank 0 differs; false where they are not evenly spaced places in
// one dimension each.
bool digits_of(const topology::Fabric& fabric, const Collective& c,
               std::vector<GroupDigit>& digits) {
  for (const int digit : c.involved) {
    const int radix = c.shape.radix(digit);
    if (radix == 1) continue;
    const int first = c.npu(0);
    const int d = fabric.first_difference(first, c.npu(c.shape.stride(digit)));
    const int low = fabric.digit(first, d);
    const int step = fabric.digit(c.npu(c.shape.stride(digit)), d) - low;
    if (step <= 0) return false;
    for (int k = 0; k < radix; ++k) {
      const int place = low + k * step;
      if (place >= fabric.dimension(d).size) return false;
      if (c.npu(k * c.shape.stride(digit)) != fabric.with_digit(first, d, place)) return false;
    }
    digits.push_back({d, step, radix});
  }
  return true;
}

class Times {
 public:
  Times(const Scenario& scenario, const JobRounds& rounds)
      : by_(machine_of(scenario)), rounds_(rounds), work_(*scenario.work.job) {}

  CommTime of(int collective) {
    const Collective& c = base::at(rounds_.graph.collectives, collective);
    if (rounds_.is_message(collective)) return by_.of_message(c.bytes, c.npu(0), c.npu(1));
    const auto [at, is_new] =
        known_.try_emplace({static_cast<int>(c.kind), c.bytes.count(), c.involved, c.npus});
    if (!is_new) return at->second;
    std::vector<GroupDigit> digits;
    if (digits_of(*by_.machine().fabric, c, digits)) {
      const collective::Way way = work_.way_of(node_of(collective));
      at->second = by_.of(c.kind, c.bytes, digits, &way);
    } else {
      at->second = by_.of_list(c.kind, c.bytes, c.npus);
    }
    return at->second;
  }

 private:
  const OpNode& node_of(int collective) const {
    const int npu = rounds_.npu(collective, 0);
    const int node = base::at(base::at(rounds_.nodes, collective), 0);
    return work_.job.graph(rounds_.in_network(npu)).node(node);
  }

  CollectiveTimes by_;
  const JobRounds& rounds_;
  const JobWork& work_;
  std::map<std::tuple<int, std::int64_t, std::vector<int>, std::vector<int>>, CommTime> known_;
};

class Loop final : private Stage {
 public:
  Loop(const Scenario& scenario, const JobRounds& rounds, Driver& driver)
      : rounds_(rounds),
        driver_(driver),
        origin_(scenario.origin),
        fifo_(scenario.rules.order == Order::fifo),
        intervals_(rounds.graph.collectives.size(), {Picoseconds{-1}, Picoseconds{-1}}),
        missing_(rounds.graph.collectives.size()),
        busy_(index(rounds.npus()), 0) {
    Times times(scenario, rounds);
    for (std::size_t c = 0; c < missing_.size(); ++c) {
      times_.push_back(times.of(static_cast<int>(c)));
      missing_[c] = static_cast<int>(rounds.nodes[c].size());
    }
    received_.assign(missing_.size(), -1);
    between_.resize(missing_.size());
  }

  Result run() {
    driver_.begin(*this);
    for (;;) {
      while (!events_.empty() && events_.top().time == now_) pop();
      if (driver_.restless()) {
        driver_.settle(now_);
      } else if (!begin_waiting()) {
        if (events_.empty()) break;
        now_ = events_.top().time;
      }
    }
    Result result;
    result.time = Picoseconds{now_};
    result.collectives = intervals_;
    result.simulated_npus = rounds_.npus();
    for (const Interval& interval : intervals_) {
      if (interval.end >= Picoseconds{0}) continue;
      throw base::ConfigError({origin_.source, "", "collectives and messages that all can run",
                               "some that are never issued", ""});
    }
    return result;
  }

 private:
  struct Event {
    enum Kind { wake, next, free, arrival, receipt };
    std::int64_t time = 0;
    std::uint64_t number = 0;  // in the order of what was done
    Kind kind = wake;
    std::uint32_t what = 0;  // token or collective
    int phase = 0;
    bool operator>(const Event& o) const {
      return time != o.time ? time > o.time : number > o.number;
    }
  };
  struct Waiting {
    std::int64_t since = 0;  // all ranks have issued it
    int collective = 0;
    int phase = 0;
    std::int64_t before = 0;  // when the phase before ends
    bool operator<(const Waiting& o) const {
      return std::tie(since, collective) < std::tie(o.since, o.collective);
    }
  };

  void schedule(std::int64_t time, Event::Kind kind, std::uint32_t what, int phase = 0) {
    if (static_cast<double>(time) > kLongestRun) throw_late(origin_);
    events_.push({time, done_++, kind, what, phase});
  }

  void issue(int collective, int rank) override {
    Interval& interval = base::at(intervals_, collective);
    const CommTime& time = base::at(times_, collective);
    if (rounds_.is_message(collective)) {
      if (rank == 0) {
        interval.begin = Picoseconds{now_};
        schedule(now_ + time.time.count(), Event::arrival, small(collective));
      } else {
        base::at(received_, collective) = now_;
        if (interval.end >= Picoseconds{0}) receive(collective);
      }
      return;
    }
    if (--base::at(missing_, collective) == 0) waiting_.push_back({now_, collective});
  }
  void may_choose(int) override {}
  void wake(std::int64_t time, std::uint32_t token) override { schedule(time, Event::wake, token); }

  // The message is there and somebody waits for it.
  void receive(int collective) {
    const std::int64_t receipt = base::at(times_, collective).receipt.count();
    const std::int64_t there = base::at(intervals_, collective).end.count();
    const std::int64_t ready = base::at(received_, collective) + receipt;
    schedule(std::max(there, ready) + receipt, Event::receipt, small(collective));
  }

  void pop() {
    const Event event = events_.top();
    events_.pop();
    const int c = static_cast<int>(event.what);
    switch (event.kind) {
      case Event::wake:
        driver_.woken(event.what, now_);
        break;
      case Event::next:
        waiting_.push_back(base::at(between_, c));
        break;
      case Event::free:
        set_busy(c, event.phase, false);
        if (event.phase + 1 < base::at(times_, c).phase_count()) break;
        base::at(intervals_, c).end = Picoseconds{now_};
        for (int rank = 0; rank < ranks(c); ++rank) driver_.ended(c, rank, now_);
        break;
      case Event::arrival:
        base::at(intervals_, c).end = Picoseconds{now_};
        driver_.arrived(c, now_);
        if (base::at(received_, c) >= 0) receive(c);
        break;
      case Event::receipt:
        driver_.ended(c, 1, now_);
    }
  }

  // The first that can; false if there is none.
  bool begin_waiting() {
    std::sort(waiting_.begin(), waiting_.end());
    if (!fifo_) std::reverse(waiting_.begin(), waiting_.end());
    const auto first = std::find_if(waiting_.begin(), waiting_.end(),
                                    [this](const Waiting& w) { return is_free(w); });
    if (first == waiting_.end()) return false;
    Waiting own = *first;
    waiting_.erase(first);
    const int c = own.collective;
    if (own.phase == 0) base::at(intervals_, c).begin = Picoseconds{now_};
    const step::PhaseTimes times =
        step::phase_times(base::at(times_, c), own.phase, now_, own.before);
    set_busy(c, own.phase, true);
    schedule(times.free, Event::free, small(c), own.phase);
    if (++own.phase == base::at(times_, c).phase_count()) return true;
    own.before = times.free;
    base::at(between_, c) = own;
    schedule(times.next, Event::next, small(c));
    return true;
  }

  static std::uint32_t small(int number) { return static_cast<std::uint32_t>(number); }
  int ranks(int collective) const {
    return static_cast<int>(base::at(rounds_.nodes, collective).size());
  }
  bool is_free(const Waiting& waiting) const {
    const int c = waiting.collective;
    const std::uint32_t dimensions = base::at(times_, c).dimensions_of(waiting.phase);
    for (int rank = 0; rank < ranks(c); ++rank) {
      if ((base::at(busy_, rounds_.npu(c, rank)) & dimensions) != 0) return false;
    }
    return true;
  }
  void set_busy(int c, int phase, bool busy) {
    const std::uint32_t dimensions = base::at(times_, c).dimensions_of(phase);
    for (int rank = 0; rank < ranks(c); ++rank) {
      std::uint32_t& own = base::at(busy_, rounds_.npu(c, rank));
      own = busy ? own | dimensions : own & ~dimensions;
    }
  }

  const JobRounds& rounds_;
  Driver& driver_;
  Origin origin_;
  bool fifo_;
  std::vector<CommTime> times_;
  std::vector<Interval> intervals_;     // of each collective; of a message until it is there
  std::vector<int> missing_;            // ranks that have not issued it
  std::vector<std::int64_t> received_;  // since when a message is waited for; -1: it is not
  std::vector<std::uint32_t> busy_;     // dimensions of each NPU
  std::vector<Waiting> waiting_;
  std::vector<Waiting> between_;  // of each collective: its next phase, until it waits
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t done_ = 0;
  std::int64_t now_ = 0;
};

}  // namespace

Result run_by_closed_forms(const Scenario& scenario, const JobRounds& rounds, Driver& driver) {
  return Loop(scenario, rounds, driver).run();
}

}  // namespace jacquard::engine::job
