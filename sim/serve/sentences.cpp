// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/report/html/text.hpp"
#include "sim/serve/energy_metrics.hpp"

namespace jacquard::serve {
namespace {

using report::grouped;
using report::number_text;

std::string time_text(double ps) { return report::time_text(base::Picoseconds{std::llround(ps)}); }
std::string time_text(base::Picoseconds time) { return report::time_text(time); }

// "2 s", "50 ms": no digits that were not given.
std::string limit_text(base::Picoseconds limit) {
  constexpr std::pair<double, const char*> kUnits[] = {{1e12, "s"}, {1e9, "ms"}, {1e6, "us"}};
  const auto ps = static_cast<double>(limit.count());
  for (const auto& [size, unit] : kUnits) {
    if (ps >= size) return fmt::format("{:g} {}", ps / size, unit);
  }
  return fmt::format("{:g} ns", ps / 1e3);
}

std::string latencies(const std::string& ttft, const std::string& tpot) {
  const std::string first = ttft + " to the first token";
  return tpot == "0 ps" ? first : first + " and " + tpot + " for each further one";
}

std::string latencies(const TrafficRow& row) {
  return latencies(time_text(row.ttft.p50), time_text(row.tpot.p50));
}

std::string named(const BatchRow& row) {
  const std::string alone = fmt::format("{} on {}", row.model, row.system);
  return row.policy == "static_batch"
             ? fmt::format(
                   "a batch of {} on {}",
                   grouped(row.batch) + (row.batch == 1 ? " request of " : " requests of ") +
                       row.model +
                       (row.replicas > 1 ? fmt::format(" for each of {} replicas", row.replicas)
                                         : ""),
                   row.system)
             : fmt::format("{}, its queue always full and {} requests at once,", alone,
                           grouped(row.batch));
}

// "rails between 8 racks, as packets, are busy for 93 % of an exchange, and ...".
std::string of_tiers(const TierFigures& tiers) {
  const std::string by = tiers.rail_fabric == "ideal" ? "ideal" : "as " + tiers.rail_fabric + "s";
  const auto share = [&](base::Picoseconds busy) {
    return report::percent(static_cast<double>(busy.count()) /
                           static_cast<double>(tiers.time.count()));
  };
  return fmt::format(
      "rails between {} racks, {}, are busy for {} of an exchange, and a rack's switch for {}",
      tiers.racks, by, share(tiers.rails), share(tiers.switches));
}

std::string capital(std::string text) {
  if (text.rfind("a batch", 0) == 0) text[0] = 'A';
  return text;
}

}  // namespace

std::string words_of(const Slo& slo) {
  std::vector<std::string> limits;
  const auto add = [&](const char* name, const std::optional<base::Picoseconds>& limit) {
    if (limit) limits.push_back(fmt::format("{} <= {}", name, limit_text(*limit)));
  };
  add("TTFT", slo.ttft);
  add("TPOT", slo.tpot);
  add("end to end", slo.e2e);
  std::string text;
  for (std::size_t k = 0; k < limits.size(); ++k) {
    text += (k == 0 ? "" : k + 1 == limits.size() ? " and " : ", ") + limits[k];
  }
  return text + fmt::format(" for {:g} % of requests", 100 * slo.share);
}

std::string sentence_of(const CapacityRow& row, const Slo& slo) {
  const std::string assumed = row.assumed ? " (assumed limits)" : "";
  const std::string knee =
      fmt::format("beyond {} requests/s the queue grows.", number_text(row.knee));
  if (row.rate) {
    return fmt::format("{} on {} as {} serves {} requests/s with {}{}; {}", row.model, row.system,
                       row.layout, number_text(*row.rate), words_of(slo), assumed, knee);
  }
  return fmt::format("{} on {} keeps {}{} at no rate: a request alone takes {}; {}", row.model,
                     row.system, words_of(slo), assumed, latencies(row.at), knee);
}

std::string sentence_of(const TrafficRow& row, const Slo& slo) {
  std::string text = fmt::format(
      "{} on {} serves {} of these requests a second, with a median of {}", row.model, row.system,
      number_text(row.per_second(static_cast<double>(row.requests))), latencies(row));
  if (slo.ttft || slo.tpot || slo.e2e) {
    text += fmt::format("; {} keep the limits, of {:g} % asked for", report::percent(row.good),
                        100 * slo.share);
  }
  if (row.redundant_experts.value_or(0) > 0) {
    text +=
        fmt::format("; {} copies of experts lie on its {} NPUs", *row.redundant_experts, row.npus);
  }
  const bool has_tiers = row.exchanges && row.exchanges->tiers;
  if (has_tiers && row.exchanges->tiers->time.count() > 0) {
    text += "; " + of_tiers(*row.exchanges->tiers);
  }
  return text + ".";
}

std::string sentence_of(const ReplaySummary& summary) {
  std::string text = fmt::format("The replay of {} requests takes {}", grouped(summary.requests),
                                 time_text(summary.time));
  if (summary.mean_error && summary.largest_error) {
    text += fmt::format("; its latencies err by {} in the mean and {} at most",
                        report::percent(*summary.mean_error),
                        report::percent(std::abs(*summary.largest_error)));
  }
  return text + ".";
}

std::string sentence_of_rate(double rate, const TrafficRow& at, const Slo& slo) {
  return fmt::format("{} on {} serves {} requests/s with {}.", at.model, at.system,
                     number_text(rate), words_of(slo));
}

std::string sentence_of_gpus(const FoundRow& found, const std::string& model, const Slo& slo) {
  std::string text;
  if (found.aggregated_npus) {
    text = fmt::format("{} needs {} NPUs as {} to serve these requests with {}", model,
                       *found.aggregated_npus, found.aggregated, words_of(slo));
    if (!found.disaggregated_npus) return text + "; no split was found that does.";
    return text + fmt::format("; split, {} as {}.", *found.disaggregated_npus, found.disaggregated);
  }
  return fmt::format("{} needs {} NPUs, split as {}, to serve these requests with {}.", model,
                     found.disaggregated_npus.value_or(0), found.disaggregated, words_of(slo));
}

std::string sentence_of(const BatchRow& row) {
  const std::string energy = energy_sentence(row.parts, row.tokens());
  return capital(fmt::format("{} makes {} tokens/s: {}.", named(row),
                             number_text(row.tokens_per_s()),
                             latencies(time_text(row.ttft), time_text(row.tpot)))) +
         (energy.empty() ? "" : "\n" + energy);
}

std::string sentence_of(const std::vector<BatchAnswer>& answers, bool pareto) {
  const BatchRow* best = nullptr;
  std::size_t ran = 0, front = 0;
  for (const BatchAnswer& answer : answers) {
    if (!answer.row) continue;
    ++ran;
    front += answer.row->pareto.value_or(false) ? 1U : 0U;
    if (best == nullptr || answer.row->tokens_per_s_per_npu() > best->tokens_per_s_per_npu()) {
      best = &*answer.row;
    }
  }
  if (best == nullptr) return "None of these cases can run.";
  if (ran == 1 && !pareto) return sentence_of(*best);
  std::string text = fmt::format(
      "Of {} cases, {} with tp {}, pp {}, {} and batch {} makes most for each NPU: {} tokens/s, "
      "and {} to a user",
      ran, best->system, best->tp, best->pp, best->precision, grouped(best->batch),
      number_text(best->tokens_per_s_per_npu()), number_text(best->tokens_per_s_per_user()));
  if (pareto) {
    text += fmt::format("; {} {} beaten by none of {} system and precision in both", front,
                        front == 1 ? "is" : "are", front == 1 ? "its" : "their");
  }
  return text + ".";
}

std::string sentence_of(const std::vector<RatioRow>& ratios) {
  if (ratios.empty()) return "No case runs on both systems.";
  const auto gain = [](const RatioRow& r) {
    return r.second.tokens_per_s() / r.first.tokens_per_s();
  };
  const auto [least, most] =
      std::minmax_element(ratios.begin(), ratios.end(),
                          [&](const RatioRow& a, const RatioRow& b) { return gain(a) < gain(b); });
  const auto times = [&](const RatioRow& r) { return fmt::format("{:.3g}", gain(r)); };
  const RatioRow& first = ratios.front();
  std::string how_much = times(*least);
  if (times(*most) != how_much) how_much += " to " + times(*most);
  const double tpot = static_cast<double>(first.second.tpot.count()) /
                      static_cast<double>(std::max<std::int64_t>(first.first.tpot.count(), 1));
  std::string text = fmt::format("{} makes {} times the tokens/s of {} on {}", first.system,
                                 how_much, first.over, first.model);
  if (ratios.size() == 1 && first.first.tpot.count() > 0) {
    text += fmt::format(", at {:.3g} times the time per token", tpot);
  }
  return text + ".";
}

}  // namespace jacquard::serve
