// SPDX-License-Identifier: Apache-2.0
// Chronos Table 2 (timed on this machine), s7 and s8.1.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numeric>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "papers/published/chronos.hpp"

namespace jacquard::report {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr int kRepetitions = 5;

// A matrix of uniform entries 0..1000.
demand::QuantaMatrix uniform(int ports) {
  const demand::DemandMatrix bytes =
      demand::generate(demand::DemandClass::uniform, ports, kSeed, 0);
  std::vector<std::int64_t> counts(bytes.row_major().begin(), bytes.row_major().end());
  std::int64_t token = 0;
  for (const std::int64_t c : counts) token = std::gcd(token, c);
  for (std::int64_t& c : counts) c /= std::max<std::int64_t>(token, 1);
  return demand::QuantaMatrix(ports, std::move(counts));
}

double once_wall_ms(const schedule::Scheduler& scheduler, const demand::QuantaMatrix& quanta) {
  const auto began = std::chrono::steady_clock::now();
  const schedule::Schedule result = scheduler.run(quanta, {});
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
  JQ_CHECK(result.permutations() > 0, "a uniform demand has a schedule");
  return took.count();
}

struct Fastest {
  double exact_wall_ms = HUGE_VAL;
  double maximal_wall_ms = HUGE_VAL;
};

// In turns, so that another program's load falls on both.
Fastest fastest(int ports) {
  const demand::QuantaMatrix quanta = uniform(ports);
  const schedule::Scheduler& exact = schedule::find_scheduler("exact");
  const schedule::Scheduler& maximal = schedule::find_scheduler("maximal");
  Fastest best;
  for (int i = 0; i < kRepetitions; ++i) {
    best.exact_wall_ms = std::min(best.exact_wall_ms, once_wall_ms(exact, quanta));
    best.maximal_wall_ms = std::min(best.maximal_wall_ms, once_wall_ms(maximal, quanta));
  }
  return best;
}

double paper_number(const Question& q, const std::string& id) {
  for (const PublishedNumber& number : q.published.numbers) {
    if (number.id == id && number.value.is_number()) return number.value.get<double>();
  }
  throw base::ConfigError({"published.json", id, "a number", "nothing", ""});
}

Answer table2(const Question& q, const char* scheduler) {
  const std::string key = q.number.id.substr(q.number.id.rfind('/') + 1);
  const int ports = std::stoi(key);
  Answer a;
  a.verdict = "machine";
  a.remark = fmt::format(
      "ours: {} on this machine, N = {}, uniform 0..1000 (the paper's matrices are not disclosed), "
      "fastest of {} runs; "
      "what compares is maximum over maximal",
      scheduler, ports, kRepetitions);
  a.paper_ratio = paper_number(q, "chronos.table2.maximum_ms/" + key) /
                  paper_number(q, "chronos.table2.maximal_ms/" + key);
  if (q.options.no_timing) return a;
  const Fastest best = fastest(ports);
  a.wall_ms = std::string(scheduler) == "exact" ? best.exact_wall_ms : best.maximal_wall_ms;
  a.wall_ratio = best.exact_wall_ms / best.maximal_wall_ms;
  a.ours = *a.wall_ms;
  return a;
}

// Share of the traffic that the four busiest columns receive.
double top4_share(const demand::DemandMatrix& demand) {
  std::vector<double> sums(static_cast<std::size_t>(demand.ports()), 0);
  for (int row = 0; row < demand.ports(); ++row) {
    for (std::size_t column = 0; column < sums.size(); ++column) {
      sums[column] += static_cast<double>(demand.at(row, static_cast<int>(column)).count());
    }
  }
  std::sort(sums.begin(), sums.end(), std::greater<>());
  return std::accumulate(sums.begin(), sums.begin() + 4, 0.0) /
         std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace

Answer table2_maximum(const Question& question) { return table2(question, "exact"); }
Answer table2_maximal(const Question& question) { return table2(question, "maximal"); }

Answer moe_top4_share(const Question& question) {
  constexpr int iterations = 1000;
  double largest = 0, sum = 0;
  std::vector<double> shares;
  for (int i = 0; i < iterations; ++i) {
    const double share = top4_share(
        demand::generate(demand::DemandClass::moe, 16, kSeed, static_cast<std::uint64_t>(i)));
    shares.push_back(share);
    largest = std::max(largest, share);
    sum += share;
  }
  std::sort(shares.begin(), shares.end());
  return {largest,
          compared(question.number, largest),
          fmt::format("the largest of {} matrices of the calibrated generator (moe, N = 16, seed "
                      "{}), whose mean is {:.3f} and 99th percentile {:.3f}; the paper's training "
                      "trace is not public",
                      iterations, kSeed, sum / iterations,
                      shares[static_cast<std::size_t>(iterations) * 99 / 100]),
          {},
          {},
          {}};
}

Answer interruption_mtbf(const Question& question) {
  const double days = paper_number(question, "chronos.llama3.interruptions/days");
  const double count = paper_number(question, "chronos.llama3.interruptions/count");
  const double hours = days * 24 / count;
  return {hours,
          compared(question.number, hours),
          fmt::format("{:.0f} days x 24 h / {:.0f} interruptions", days, count),
          {},
          {},
          {}};
}

namespace {

// One of count and days, from the other and the printed MTBF, which was rounded: "about three
// hours" is anything that rounds to three.
Answer from_rounded_mtbf(const Question& question, const char* what, double at_printed,
                         double at_least, double at_most) {
  const double paper = question.number.value.get<double>();
  const bool within = paper >= at_least && paper <= at_most;
  const double tolerance = std::max(at_most - at_printed, at_printed - at_least) / paper;
  return {at_printed,
          within ? "match" : "differs",
          fmt::format("an observation, which only the other figures can be held against: an MTBF "
                      "that rounds to {:.0f} h gives {:.0f} to {:.0f} {}, and {:.0f} are printed",
                      paper_number(question, "chronos.llama3.interruptions/mtbf_h"), at_least,
                      at_most, what, paper),
          {},
          {},
          {},
          tolerance};
}

}  // namespace

Answer interruption_count(const Question& question) {
  const double hours = paper_number(question, "chronos.llama3.interruptions/days") * 24;
  const double mtbf = paper_number(question, "chronos.llama3.interruptions/mtbf_h");
  return from_rounded_mtbf(question, "interruptions", hours / mtbf, hours / (mtbf + 0.5),
                           hours / (mtbf - 0.5));
}

Answer interruption_days(const Question& question) {
  const double days = paper_number(question, "chronos.llama3.interruptions/count") / 24;
  const double mtbf = paper_number(question, "chronos.llama3.interruptions/mtbf_h");
  return from_rounded_mtbf(question, "days", days * mtbf, days * (mtbf - 0.5), days * (mtbf + 0.5));
}

Answer interruption_share(const Question& question) {
  const double count = paper_number(question, "chronos.llama3.interruptions/count");
  const double causes = std::round(question.number.value.get<double>() * count);
  return {causes / count,
          compared(question.number, causes / count),
          fmt::format("arithmetic only: {:.0f} of {:.0f} is the nearest whole number of "
                      "interruptions; the counts themselves are Meta's observation",
                      causes, count),
          {},
          {},
          {}};
}

}  // namespace jacquard::report
