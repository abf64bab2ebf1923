// SPDX-License-Identifier: Apache-2.0
#include "papers/published/answers.hpp"

#include <cmath>

#include "papers/published/chronos.hpp"
#include "papers/published/cosmic.hpp"
#include "papers/published/schedulers.hpp"

namespace jacquard::report {
namespace {

const ReproEntry kAnswers[] = {
    {"chronos.slot.llama3.bytes_over_c_us", llama3_transfer},
    {"chronos.slot.llama3.loss", llama3_loss},
    {"chronos.slot.400g.T_us", slot_400g_duration},
    {"chronos.slot.400g.efficiency_fast", slot_400g_efficiency},
    {"chronos.slot.mems.bytes_for_75pct_MB", mems_transfer},
    {"chronos.table2.maximum_ms", table2_maximum},
    {"chronos.table2.maximal_ms", table2_maximal},
    {"chronos.moe.top4_share", moe_top4_share},
    {"chronos.llama3.interruptions/count", interruption_count},
    {"chronos.llama3.interruptions/days", interruption_days},
    {"chronos.llama3.interruptions/mtbf_h", interruption_mtbf},
    {"chronos.llama3.interruptions/gpu", interruption_share},
    {"chronos.llama3.interruptions/switch_cable", interruption_share},
    {"chronos.llama3.interruptions/nic", interruption_share},
    {"cosmic.space.parallel_4d_1024", cosmic_parallelisms},
    {"cosmic.space.table1_total", cosmic_table1},
    {"cosmic.table3.systems", cosmic_table3},
    {"solstice.utilization_over_traditional", solstice_utilization},
    {"solstice.over_optimal", solstice_over_optimal},
    {"eclipse.share_of_optimal", eclipse_share},
};

bool answers(const ReproEntry& entry, const std::string& id) {
  return id == entry.id || id.rfind(entry.id + "/", 0) == 0;
}

const ReproEntry* find(const std::string& id, const ReproOptions& options) {
  for (const ReproEntry& entry : kAnswers) {
    if (answers(entry, id)) return &entry;
  }
  for (const ReproEntry& entry : options.further) {
    if (answers(entry, id)) return &entry;
  }
  return nullptr;
}

}  // namespace

bool is_covered(const std::string& id, const ReproOptions& options) {
  return find(id, options) != nullptr;
}

std::optional<Answer> answer(const Question& question) {
  const ReproEntry* entry = find(question.number.id, question.options);
  return entry == nullptr ? std::nullopt : std::optional<Answer>(entry->answer(question));
}

std::optional<double> tolerance_of(const PublishedNumber& number) {
  if (number.tolerance) return number.tolerance;
  if (number.kind != "exact" || number.compare != "=" || !number.value.is_number()) {
    return std::nullopt;
  }
  const auto paper = number.value.get<double>();
  return paper == 0 ? 0 : half_a_printed_unit(number.value) / std::abs(paper);
}

std::string compared(const PublishedNumber& number, double ours) {
  const auto paper = number.value.get<double>();
  bool holds = false;
  if (number.compare == "<") {
    holds = ours < paper;
  } else if (number.compare == "<=") {
    holds = ours <= paper;
  } else if (number.compare == ">=") {
    holds = ours >= paper;
  } else {
    constexpr double rounding = 1e-9;  // a value exactly half way rounds either way
    holds = std::abs(ours - paper) <=
            tolerance_of(number).value_or(0) * std::abs(paper) * (1 + rounding);
  }
  return holds ? "match" : "differs";
}

const MetricTable<ReproRow>& repro_metrics() {
  using M = Metric<ReproRow>;
  const auto text = [](const config::Json& v) {
    return v.is_structured() ? Row(v.dump()) : Row(v);
  };
  const auto shortened = [](const Row& v) {
    constexpr std::size_t most = 40;
    const std::string whole = v.is_string() ? v.get<std::string>() : "";
    return whole.size() > most ? Row(whole.substr(0, most - 3) + "...") : v;
  };
  const auto wall = [](std::optional<double> Answer::*member) {
    return [member](const ReproRow& r) { return r.given ? *r.given.*member : std::nullopt; };
  };
  static const MetricTable<ReproRow> table(
      "", "A number that a paper prints, and ours.",
      {
          M(
              "id", Unit::text, [](const ReproRow& r) { return r.number.id; },
              "Paper, place and quantity.", "id"),
          M(
              "paper", Unit::any, [text](const ReproRow& r) { return text(r.number.value); },
              "What the paper prints; a list as its JSON text.", "paper")
              .as(shortened),
          M(
              "ours", Unit::any,
              [text](const ReproRow& r) { return r.given ? text(r.given->ours) : Row(nullptr); },
              "What this version computes or measures; null if not covered.", "ours")
              .as(shortened),
          M(
              "physical", Unit::any,
              [text](const ReproRow& r) {
                return r.given && r.given->physical ? std::optional<Row>(text(*r.given->physical))
                                                    : std::nullopt;
              },
              "Where ours is by the paper's own rules: the same quantity by our physics; null if "
              "it cannot run."),
          M(
              "unit", Unit::text, [](const ReproRow& r) { return r.number.unit; }, "Of both.",
              "unit"),
          M(
              "kind", Unit::text, [](const ReproRow& r) { return r.number.kind; },
              "How the paper came by it: exact, measured, ..."),
          M(
              "tolerance", Unit::ratio,
              [](const ReproRow& r) {
                return r.given && r.given->tolerance ? r.given->tolerance : tolerance_of(r.number);
              },
              "How far ours may lie from the paper's, relative; null for bounds, shapes and "
              "machines.")
              .or_null(),
          M(
              "verdict", Unit::text,
              [](const ReproRow& r) { return r.given ? r.given->verdict : "not-covered"; },
              "match, calibration, differs, paper-inconsistent, not-reproducible, machine or "
              "not-covered.",
              "verdict"),
          M(
              "remark", Unit::text,
              [](const ReproRow& r) {
                return r.given ? r.given->remark : "this version has no model of it yet";
              },
              "How it was compared.", "remark")
              .as(shortened),
          M("ours_wall_ms", Unit::ms, wall(&Answer::wall_ms), "Of a measurement on this machine."),
          M("ours_wall_ratio", Unit::ratio, wall(&Answer::wall_ratio),
            "Of two measurements on this machine.", "ours_wall_ratio"),
          M("paper_ratio", Unit::ratio, wall(&Answer::paper_ratio), "Of the same two in the paper.",
            "paper_ratio"),
      });
  return table;
}

const MetricTable<ReproListed>& repro_list_metrics() {
  using M = Metric<ReproListed>;
  static const MetricTable<ReproListed> table(
      "", "A number that a paper prints (--list).",
      {
          M("id", Unit::text, &ReproListed::id, "Paper, place and quantity.", "id"),
          M(
              "status", Unit::text,
              [](const ReproListed& r) { return r.covered ? "covered" : "not-covered"; },
              "covered or not-covered.", "status"),
      });
  return table;
}

}  // namespace jacquard::report
