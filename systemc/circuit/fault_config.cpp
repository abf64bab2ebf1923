// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/fault_config.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using config::choice;
using config::field;
using config::quantity;
using config::real_number;
using config::whole_number;
using F = FaultConfig;

constexpr int kMostPorts = 1024;
constexpr std::size_t kMostOutages = 1'000'000;  // of a link
constexpr Picoseconds kLongest{1'000 * base::kPicosecondsPerSecond};

// The first `count` of a random order of all NPUs: those that `what` befalls.
std::vector<int> chosen(int count, int ports, const char* what, std::uint64_t seed,
                        std::uint64_t index) {
  base::Rng rng(seed, what, index);
  std::vector<int> order = rng.permutation(ports);
  order.resize(static_cast<std::size_t>(count));
  return order;
}

void require_as_many(int count, int ports, const char* key) {
  if (count <= ports) return;
  throw base::ConfigError({"faults", key,
                           "at most " + std::to_string(ports) + ", as many as the fabric has ports",
                           std::to_string(count), ""});
}

Picoseconds uniform(base::Rng& rng, Picoseconds most) {
  return Picoseconds{rng.between(0, most.count())};
}

Picoseconds exponential(base::Rng& rng, Picoseconds mean) {
  const double time = -std::log1p(-rng.uniform()) * static_cast<double>(mean.count());
  return Picoseconds{std::max<std::int64_t>(1, std::llround(time))};
}

std::vector<Interval> flapping(const FaultConfig& c, Picoseconds horizon, base::Rng rng) {
  std::vector<Interval> outages;
  Picoseconds time{0};
  for (;;) {
    time += exponential(rng, c.up_for);
    if (time >= horizon) return outages;
    const Picoseconds until = time + exponential(rng, c.down_for);
    outages.push_back({time, until});
    time = until;
    if (outages.size() > kMostOutages) {
      throw base::ConfigError({"faults/up_for", "",
                               "a link that goes down at most " + std::to_string(kMostOutages) +
                                   " times in " + config::show_quantity(horizon),
                               "more, as it is up for " + config::show_quantity(c.up_for) +
                                   " on average and down for " + config::show_quantity(c.down_for),
                               ""});
    }
  }
}

// Sorted, and joined where they touch.
void join(std::vector<Interval>& outages) {
  std::sort(outages.begin(), outages.end(),
            [](const Interval& a, const Interval& b) { return a.from < b.from; });
  std::vector<Interval> joined;
  for (const Interval& o : outages) {
    if (!joined.empty() && o.from <= joined.back().to) {
      joined.back().to = std::max(joined.back().to, o.to);
    } else {
      joined.push_back(o);
    }
  }
  outages = std::move(joined);
}

}  // namespace

const config::FieldTable<FaultConfig>& fault_fields() {
  static const config::FieldTable<FaultConfig> table(
      "faults", "What goes wrong in a circuit fabric, and what it does about it.",
      {
          field<F>(
              "policy", [](auto& f) -> auto& { return f.policy; },
              choice<Policy>(
                  {{"delay", Policy::delay}, {"skip", Policy::skip}, {"spare", Policy::spare}}),
              "delay: wait for who is late, and while a link is down. skip: go on without, and "
              "decompose again what is left. spare: skip, and map a spare in for what is dead."),
          field<F>(
              "stragglers", [](auto& f) -> auto& { return f.stragglers; },
              whole_number(0, kMostPorts), "NPUs whose data are late."),
          field<F>(
              "late_by", [](auto& f) -> auto& { return f.late_by; },
              quantity(Picoseconds{0}, kLongest), "How late at most, uniform from 0."),
          field<F>(
              "patience", [](auto& f) -> auto& { return f.patience; },
              quantity(Picoseconds{0}, kLongest),
              "skip, spare: how long after the first report of a demand the scheduler waits for "
              "the others."),
          field<F>(
              "flapping_links", [](auto& f) -> auto& { return f.flapping_links; },
              whole_number(0, kMostPorts), "NPUs whose link goes down and comes up again."),
          field<F>(
              "up_for", [](auto& f) -> auto& { return f.up_for; },
              quantity(Picoseconds{1}, kLongest), "Time a flapping link is up, mean."),
          field<F>(
              "down_for", [](auto& f) -> auto& { return f.down_for; },
              quantity(Picoseconds{1}, kLongest), "Time a flapping link is down, mean."),
          field<F>(
              "dead_links", [](auto& f) -> auto& { return f.dead_links; },
              whole_number(0, kMostPorts), "NPUs whose link dies."),
          field<F>(
              "dead_ports", [](auto& f) -> auto& { return f.dead_ports; },
              whole_number(0, kMostPorts), "Ports of the switch that die."),
          field<F>(
              "dies_within", [](auto& f) -> auto& { return f.dies_within; },
              quantity(Picoseconds{0}, kLongest), "When they die: uniform from 0 to this."),
          field<F>(
              "lost_messages", [](auto& f) -> auto& { return f.lost_messages; },
              real_number(0.0, 0.99), "Probability that a message on the control channel is lost."),
          field<F>(
              "retry", [](auto& f) -> auto& { return f.retry; }, quantity(Picoseconds{1}, kLongest),
              "An NPU sends a report again that was not answered for so long."),
          field<F>(
              "spares", [](auto& f) -> auto& { return f.spares; }, whole_number(0, kMostPorts),
              "spare: ports and links that stand by."),
          field<F>(
              "spare_swap", [](auto& f) -> auto& { return f.spare_swap; },
              quantity(Picoseconds{0}, kLongest),
              "spare: time to map one in once the fault is known."),
          field<F>(
              "stuck_after", [](auto& f) -> auto& { return f.stuck_after; },
              config::optional(whole_number(0, 1 << 20)),
              "The scheduler stops answering after so many permutations of its first decision."),
          field<F>(
              "watchdog", [](auto& f) -> auto& { return f.watchdog; },
              quantity(Picoseconds{1}, kLongest),
              "A decision that hands over nothing for so long is given up and begun anew."),
          field<F>(
              "exchange", [](auto& f) -> auto& { return f.exchange; },
              config::optional(whole_number(0, 1 << 30)),
              "In a job: the exchange in which faults happen, 0 first; none: in every one."),
          field<F>(
              "slow_npus", [](auto& f) -> auto& { return f.slow_npus; },
              whole_number(0, kMostPorts), "In a job: NPUs that compute slowly."),
          field<F>(
              "slowdown", [](auto& f) -> auto& { return f.slowdown; }, real_number(1.0, 1e6),
              "How many times as long their computations take."),
      });
  return table;
}

bool expects_faults(const FaultConfig& c) {
  return c.stragglers + c.flapping_links + c.dead_links + c.dead_ports > 0 || c.lost_messages > 0 ||
         c.stuck_after.has_value();
}

Faults draw_faults(const FaultConfig& c, int ports, Picoseconds horizon, Picoseconds notice,
                   std::uint64_t seed, std::uint64_t index) {
  require_as_many(c.stragglers, ports, "/stragglers");
  require_as_many(c.flapping_links, ports, "/flapping_links");
  require_as_many(c.dead_links, ports, "/dead_links");
  require_as_many(c.dead_ports, ports, "/dead_ports");
  const auto n = static_cast<std::size_t>(ports);
  Faults faults{std::vector<Picoseconds>(n), Outages(n), 0};
  for (const int npu : chosen(c.stragglers, ports, "stragglers", seed, index)) {
    base::Rng rng(seed, "late by", index * n + static_cast<std::uint64_t>(npu));
    base::at(faults.ready, npu) = uniform(rng, c.late_by);
  }
  for (const int npu : chosen(c.flapping_links, ports, "flapping links", seed, index)) {
    base::Rng rng(seed, "flapping", index * n + static_cast<std::uint64_t>(npu));
    base::at(faults.outages, npu) = flapping(c, horizon, rng);
  }
  const auto die = [&](int count, const char* what) {
    for (const int npu : chosen(count, ports, what, seed, index)) {
      base::Rng rng(seed, what, (index + 1) * 0x10000 + static_cast<std::uint64_t>(npu));
      const Picoseconds from = uniform(rng, c.dies_within);
      Picoseconds to = kForever;
      if (c.policy == Policy::spare && faults.spares_used < c.spares) {
        ++faults.spares_used;
        to = from + notice + c.spare_swap;
      }
      if (from < to) base::at(faults.outages, npu).push_back({from, to});
    }
  };
  die(c.dead_links, "dead links");
  die(c.dead_ports, "dead ports");
  for (auto& outages : faults.outages) join(outages);
  return faults;
}

bool strikes(const Faults& faults, Picoseconds end) {
  const auto late = [](Picoseconds ready) { return ready.count() > 0; };
  const auto down = [end](const auto& outages) {
    return !outages.empty() && outages.front().from < end;
  };
  return std::any_of(faults.ready.begin(), faults.ready.end(), late) ||
         std::any_of(faults.outages.begin(), faults.outages.end(), down);
}

bool message_lost(const FaultConfig& c, std::uint64_t seed, const char* kind, int npu,
                  std::uint64_t attempt) {
  if (c.lost_messages <= 0) return false;
  base::Rng rng(seed, kind, attempt * 1024 + static_cast<std::uint64_t>(npu));
  return rng.chance(c.lost_messages);
}

}  // namespace jacquard::systemc
