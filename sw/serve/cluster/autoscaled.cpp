// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cluster/autoscaled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/serve/cluster/pool.hpp"

namespace jacquard::serve {
namespace {

using base::Picoseconds;

const config::Place kPlace{"--autoscale", ""};
constexpr const char* kExpected =
    "instances, requests of each and times of at most a day (every: 0.1 s or more), each once, "
    "such as \"1..8,load=32,start=60 s,idle=300 s,every=10 s\"";
constexpr int kMost = 4096;

class Run {
 public:
  Run(const Autoscale& scale, const EngineSettings& settings, int groups,
      const std::vector<StepClock*>& clocks, Traffic& traffic,
      const std::vector<StepWatcher*>& watchers)
      : scale_(scale),
        traffic_(traffic),
        pool_(settings, groups, clocks, traffic.prefix_block(), watchers),
        instances_(clocks.size()) {
    for (int i = 0; i < scale.fewest; ++i) start(Picoseconds{0}, Picoseconds{0});
    answer_.starts = 0;
  }

  AutoscaledRun play() {
    Picoseconds look{0};
    while (!traffic_.over()) {
      const Request* next = traffic_.next();
      const auto wake = pool_.wake();
      if (next == nullptr && !wake) break;
      const Picoseconds soonest = next == nullptr                 ? *wake
                                  : wake && *wake < next->arrival ? *wake
                                                                  : next->arrival;
      if (look <= soonest) {
        decide(look);
        look += scale_.every;
      } else if (next != nullptr && next->arrival <= soonest) {
        pool_.submit(pool_.for_request(*next, open_at(next->arrival)), *next);
        traffic_.take();
      } else {
        act(soonest);
      }
    }
    pool_.add_to(answer_.run);
    for (const Instance& one : instances_) {
      if (one.is_on) answer_.instance_time += answer_.run.end - one.since;
    }
    const double whole = base::to_seconds(answer_.run.end).count();
    answer_.mean = whole > 0 ? base::to_seconds(answer_.instance_time).count() / whole : 0;
    return std::move(answer_);
  }

 private:
  struct Instance {
    bool is_on = false;
    bool leaves = false;
    Picoseconds since{0};
    Picoseconds ready{0};
  };

  // Those that take requests. There are always some: the first `fewest` never leave.
  const std::vector<bool>& open_at(Picoseconds now) {
    open_.assign(instances_.size(), false);
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      const Instance& one = instances_[i];
      open_[i] = one.is_on && !one.leaves && one.ready <= now;
    }
    return open_;
  }

  void act(Picoseconds now) {
    const std::size_t by = pool_.act(ended_);
    for (const RequestRecord& record : ended_) {
      traffic_.finished(record);
      answer_.run.records.push_back(record);
    }
    ended_.clear();
    if (instances_[by].leaves && pool_.load(by) == 0) stop(instances_[by], now);
  }

  void decide(Picoseconds now) {
    std::int64_t load = 0;
    int count = 0;  // that stay
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      load += pool_.load(i);
      count += instances_[i].is_on && !instances_[i].leaves ? 1 : 0;
    }
    const double wanted = std::ceil(static_cast<double>(load) / scale_.load);
    const int want =
        static_cast<int>(std::clamp<double>(wanted, scale_.fewest, double(instances_.size())));
    wanted_.push_back({now, want});
    while (wanted_.front().at + scale_.idle < now) wanted_.pop_front();
    int most = 0;
    for (const Wanted& one : wanted_) most = std::max(most, one.instances);
    for (; count < want; ++count) start(now, scale_.start);
    // Those that were started last leave first.
    for (std::size_t i = instances_.size(); i-- > 0 && count > most;) {
      Instance& one = instances_[i];
      if (!one.is_on || one.leaves) continue;
      one.leaves = true;
      --count;
      if (pool_.load(i) == 0) stop(one, now);
    }
  }

  // One that is leaving stays, else one that is off comes.
  void start(Picoseconds now, Picoseconds after) {
    for (Instance& one : instances_) {
      if (!one.leaves) continue;
      one.leaves = false;
      return;
    }
    for (Instance& one : instances_) {
      if (one.is_on) continue;
      one = {true, false, now, now + after};
      ++answer_.starts;
      answer_.most = std::max(answer_.most, ++on_);
      return;
    }
  }

  void stop(Instance& one, Picoseconds now) {
    answer_.instance_time += now - one.since;
    one = {};
    --on_;
  }

  struct Wanted {
    Picoseconds at;
    int instances;
  };

  Autoscale scale_;
  Traffic& traffic_;
  Pool pool_;
  std::vector<Instance> instances_;
  std::vector<bool> open_;
  std::deque<Wanted> wanted_;  // of the last scale_.idle
  int on_ = 0;
  std::vector<RequestRecord> ended_;
  AutoscaledRun answer_;
};

}  // namespace

Autoscale parse_autoscale(const std::string& text) {
  Autoscale scale;
  const auto fail = [&] { kPlace.fail(kExpected, "\"" + text + "\""); };
  const auto whole = [&](const std::string& number) {
    const auto value = base::parse_number<int>(number);
    if (!value || *value < 1 || *value > kMost) fail();
    return *value;
  };
  bool range = false;
  std::set<std::string> said_keys;
  for (const std::string& item : base::comma_list(text)) {
    const std::size_t dots = item.find(".."), equals = item.find('=');
    if (equals == std::string::npos) {
      if (dots == std::string::npos || range) fail();
      scale.fewest = whole(item.substr(0, dots));
      scale.most = whole(item.substr(dots + 2));
      range = true;
      continue;
    }
    const std::string key = item.substr(0, equals), value = item.substr(equals + 1);
    if (!said_keys.insert(key).second) fail();
    const auto time = [&](Picoseconds& to) {
      to = config::parse_quantity<Picoseconds>(value, kPlace / key);
    };
    if (key == "load") {
      const auto number = base::parse_number<double>(value);
      if (!number || !(*number > 0) || *number > 1e9) fail();
      scale.load = *number;
    } else if (key == "start") {
      time(scale.start);
    } else if (key == "idle") {
      time(scale.idle);
    } else if (key == "every") {
      time(scale.every);
    } else {
      fail();
    }
  }
  constexpr Picoseconds kLeast{100'000'000'000};           // 0.1 s
  constexpr Picoseconds kLongest{86'400'000'000'000'000};  // a day
  const bool said = range && scale.load > 0 && scale.every >= kLeast && scale.fewest <= scale.most;
  if (!said || std::max({scale.start, scale.idle, scale.every}) > kLongest) fail();
  return scale;
}

AutoscaledRun serve_autoscaled(const Autoscale& scale, const EngineSettings& settings, int groups,
                               const std::vector<StepClock*>& clocks, Traffic& traffic,
                               const std::vector<StepWatcher*>& watchers) {
  return Run(scale, settings, groups, clocks, traffic, watchers).play();
}

}  // namespace jacquard::serve
