// SPDX-License-Identifier: Apache-2.0
#include "jacquard/advise/contenders.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/parallel/share.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "jacquard/tool/stopwatch.hpp"

namespace jacquard::advise {
namespace {

using base::Picoseconds;
using demand::QuantaMatrix;
using schedule::CoreInputs;
using schedule::CoreKind;
using schedule::Scheduler;

constexpr int kTimedRuns = 3;           // the fastest counts: a scheduler that has been running
constexpr int kToldPerDecade = 3;       // guard times that a scheduler is told of
constexpr double kShortestTold = 1e-5;  // of the longest: below it no schedule changes
constexpr int kMostOffset = 2;          // levels below the top at which a ladder may start
constexpr Picoseconds kQuick{100'000'000'000};
constexpr std::int64_t kMiddling = 1'000;  // part of the longest guard
constexpr double kNoisy = 0.5;             // a decision is surely longer than this share of it
constexpr double kWorthTelling = 0.2;      // of the bound: the most that a decision may cost
constexpr int kDiagonals = 4;              // of a core in a clock

int most_entries_of_a_line(const demand::DemandMatrix& matrix) {
  const int n = matrix.ports();
  std::vector<int> rows(static_cast<std::size_t>(n)), columns(rows);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      if (matrix.at(r, c) <= base::Bytes{0}) continue;
      ++base::at(rows, r);
      ++base::at(columns, c);
    }
  }
  return std::max(*std::max_element(rows.begin(), rows.end()),
                  *std::max_element(columns.begin(), columns.end()));
}

std::vector<QuantaMatrix> counted(const Question& q, int bits, Picoseconds guard) {
  demand::Quantisation how;
  how.rate = q.rate;
  how.bits = bits;
  how.guard = guard;
  std::vector<QuantaMatrix> all;
  for (const demand::DemandMatrix& matrix : q.matrices) all.push_back(quantise(matrix, how));
  return all;
}

void require_valid(const std::string& name, const QuantaMatrix& matrix,
                   const schedule::Schedule& schedule) {
  const schedule::Verdict verdict = check(matrix, schedule);
  JQ_CHECK(verdict.valid, (name + " gives a valid schedule").c_str());
}

struct Decided {
  Contender contender;
  std::vector<schedule::Schedule> schedules;
};

std::vector<Served> served_side_by_side(const std::vector<schedule::SwitchShare>& shares,
                                        Picoseconds ready) {
  std::vector<Served> all;
  for (const schedule::SwitchShare& share : shares) {
    require_valid("a switch", share.demand, share.schedule);
    all.push_back({holds_of(share.schedule, share.demand.clock()), {}});
    all.back().ready.assign(all.back().holds.size(), ready);
  }
  return all;
}

Decided by_software(const Question& q, const Scheduler& scheduler, int bits, Picoseconds told,
                    int runs) {
  Decided decided;
  decided.contender.scheduler = scheduler.name;
  decided.contender.bits = bits;
  decided.contender.told = told;
  schedule::SchedulerOptions options;
  options.seed = q.seed;
  for (const QuantaMatrix& matrix : counted(q, bits, told)) {
    std::optional<schedule::Schedule> schedule;
    std::vector<schedule::SwitchShare> shares;
    const double ms = tool::best_ms(runs, [&] {
      schedule = scheduler.run(matrix, options);
      if (q.switches > 1) shares = schedule::over_switches(matrix, *schedule, q.switches);
    });
    require_valid(scheduler.name, matrix, *schedule);
    const Picoseconds ready{q.timed ? std::llround(ms * 1e9) : 0};
    if (q.switches > 1) {
      decided.contender.add_side_by_side(served_side_by_side(shares, ready));
      decided.schedules.push_back(std::move(*schedule));
      continue;
    }
    Served served{holds_of(*schedule, matrix.clock()), {}};
    served.ready.assign(served.holds.size(), ready);
    const std::vector<int> sends_on = schedule::sends_on_of(matrix, *schedule);
    for (std::size_t e = 0; e < sends_on.size(); ++e) {
      served.waits += sends_on[e] != schedule::kNothing && sends_on[e] + 1 == static_cast<int>(e);
    }
    served.forward = matrix.clock().forward;
    decided.contender.add(std::move(served));
    decided.schedules.push_back(std::move(*schedule));
  }
  return decided;
}

Contender by_core(const Question& q, const schedule::CoreShape& shape, const CoreInputs& inputs) {
  Contender contender;
  contender.scheduler = schedule::name_of(shape.kind);
  contender.by_core = true;
  contender.bits = shape.bits;
  if (shape.kind == CoreKind::ladder) contender.chosen = inputs;
  const auto core = schedule::make_golden_core(shape);
  for (const QuantaMatrix& matrix : counted(q, shape.bits, Picoseconds{0})) {
    const schedule::CoreRun run = run_core(*core, matrix, inputs);
    require_valid("a core", matrix, run.schedule);
    Served served{holds_of(run.schedule, matrix.clock()), {}};
    for (const std::int64_t cycle : run.shown_cycles) {
      served.ready.push_back(base::times(q.clock, run.load_cycles + cycle));
    }
    contender.add(std::move(served));
  }
  return contender;
}

// A ladder in every floor and start, another core as it is.
std::vector<Contender> core_settings(const Question& q, CoreKind kind, int bits) {
  const int ports = q.matrices.front().ports();
  const schedule::CoreShape shape{kind, ports, bits, std::min(kDiagonals, ports)};
  if (kind != CoreKind::ladder) return {by_core(q, shape, {})};
  std::vector<Contender> all;
  for (int floor = 0; floor < bits; ++floor) {
    for (int offset = 0; offset <= std::min(kMostOffset, bits - 1); ++offset) {
      CoreInputs inputs;
      inputs.floor = floor;
      inputs.top_offset = offset;
      all.push_back(by_core(q, shape, inputs));
    }
  }
  return all;
}

bool same(const std::vector<schedule::Schedule>& a, const std::vector<schedule::Schedule>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return schedule::equal(x, y); });
}

// Told of no guard and of a middling one, as some decide faster then; repeated where that is quick,
// as first runs are slow.
std::vector<Contender> tried(const Question& q, const Scheduler& scheduler, int bits) {
  std::vector<Contender> all;
  for (const Picoseconds told : {Picoseconds{0}, Picoseconds{q.longest.count() / kMiddling}}) {
    Contender c = by_software(q, scheduler, bits, told, 1).contender;
    if (q.timed && c.decision() <= kQuick) {
      c = by_software(q, scheduler, bits, told, kTimedRuns).contender;
    }
    all.push_back(std::move(c));
  }
  return all;
}

// The scheduler told of no guard, and of others if it listens.
std::vector<Contender> told_of_guards(const Question& q, const Scheduler& scheduler, int bits) {
  const int runs = q.timed ? kTimedRuns : 1;
  std::vector<Contender> all;
  Decided last = by_software(q, scheduler, bits, Picoseconds{0}, runs);
  all.push_back(last.contender);
  if (same(last.schedules, by_software(q, scheduler, bits, q.longest, 1).schedules)) return all;
  const int steps = static_cast<int>(std::lround(-std::log10(kShortestTold))) * kToldPerDecade;
  for (int k = 0; k <= steps; ++k) {
    const double share = kShortestTold * std::pow(10.0, static_cast<double>(k) / kToldPerDecade);
    const Picoseconds told{
        std::max<std::int64_t>(1, std::llround(share * static_cast<double>(q.longest.count())))};
    Decided next = by_software(q, scheduler, bits, told, runs);
    if (same(next.schedules, last.schedules)) continue;
    all.push_back(next.contender);
    last = std::move(next);
  }
  return all;
}

// Settings that schedules of one hop need at least: of each matrix the most entries of a line.
double fewest_settings(const Question& q) {
  double sum = 0;
  for (const demand::DemandMatrix& matrix : q.matrices) sum += most_entries_of_a_line(matrix);
  return sum / static_cast<double>(q.matrices.size());
}

// Whether deciding alone costs so much that no guard time helps: another needs no more settings
// than there must be, and loses less in all.
bool cannot_win(const Contender& c, const std::vector<const Contender*>& others, Picoseconds bound,
                double fewest) {
  const double decision = kNoisy * static_cast<double>(c.decision().count()) * c.matrices();
  if (decision < kWorthTelling * static_cast<double>(bound.count())) return false;
  const double at_best = decision + static_cast<double>(bound.count());
  return std::any_of(others.begin(), others.end(), [&](const Contender* other) {
    return other != &c && other->permutations() <= fewest &&
           static_cast<double>(other->time(Picoseconds{0}).count()) < at_best;
  });
}

// One scheduler with one width of counters.
struct Entry {
  const Scheduler* scheduler = nullptr;
  int bits = 8;
  std::vector<Contender> found;
  std::string fault;
  bool settled = false;   // nothing more is to be tried
  bool hopeless = false;  // cannot_win()
};

std::string named(const Entry& e) {
  return std::string(e.scheduler->name) + ", " + std::to_string(e.bits) + " bits";
}

}  // namespace

Picoseconds bound(const Question& question) {
  Picoseconds sum{0};
  for (const demand::DemandMatrix& matrix : question.matrices) {
    const base::BitsPerSecond rate{question.rate.count() * question.switches};
    sum = base::plus(sum, base::transfer_time(matrix.largest_line_sum(), rate));
  }
  return sum;
}

Contenders contenders(const Question& q, const std::vector<const Scheduler*>& schedulers,
                      const std::function<void(const std::string& part)>& heard) {
  const int ports = q.matrices.front().ports();
  const double fewest = fewest_settings(q);
  std::vector<int> widths = q.bits;
  std::sort(widths.begin(), widths.end());
  widths.erase(std::unique(widths.begin(), widths.end()), widths.end());

  Contenders result;
  std::vector<const Scheduler*> hopeful = schedulers;
  for (const int bits : widths) {
    std::vector<Entry> entries;
    for (const Scheduler* scheduler : hopeful) entries.push_back({scheduler, bits, {}, {}});
    const auto each = [&](const std::function<void(Entry&)>& work) {
      const auto count = static_cast<std::int64_t>(entries.size());
      tool::run_in_threads(count, q.threads, [&](std::int64_t k) {
        Entry& entry = entries[static_cast<std::size_t>(k)];
        if (!entry.fault.empty()) return;
        heard(named(entry));
        if (q.switches > 1 && entry.scheduler->hops > 1) {
          entry.fault = "over several hops, which parallel switches do not do";
          return;
        }
        try {
          work(entry);
        } catch (const base::ConfigError& error) {
          entry.fault = error.what();
        }
      });
    };
    // One run of each first: it tells who cannot win, and some take seconds.
    each([&](Entry& e) {
      const auto core = schedule::core_of_scheduler(e.scheduler->name);
      const bool has_core = core && ports <= schedule::kMostTimedPorts && q.switches == 1;
      if (has_core && bits <= schedule::kMostCoreBits) {
        e.found = core_settings(q, *core, bits);
        e.settled = true;
      } else {
        e.found = tried(q, *e.scheduler, bits);
      }
    });
    std::vector<const Contender*> others;
    for (const Contender& c : result.all) others.push_back(&c);
    for (const Entry& e : entries) {
      for (const Contender& c : e.found) others.push_back(&c);
    }
    for (Entry& e : entries) {
      if (e.settled || e.found.empty() || e.scheduler->hops > 1) continue;
      if (q.switches > 1) continue;
      e.hopeless = std::all_of(e.found.begin(), e.found.end(), [&](const Contender& c) {
        return cannot_win(c, others, bound(q), fewest);
      });
    }
    each([&](Entry& e) {
      if (!e.settled && !e.hopeless) e.found = told_of_guards(q, *e.scheduler, bits);
    });
    for (Entry& e : entries) {
      if (!e.fault.empty()) {
        result.left_out.push_back({named(e), e.fault});
      } else {
        std::move(e.found.begin(), e.found.end(), std::back_inserter(result.all));
      }
      // Wider counters make decisions longer.
      if (e.hopeless) hopeful.erase(std::find(hopeful.begin(), hopeful.end(), e.scheduler));
    }
  }
  return result;
}

}  // namespace jacquard::advise
