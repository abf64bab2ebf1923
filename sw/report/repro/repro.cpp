// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/repro/repro.hpp"

#include <cmath>

#include "jacquard/report/repro/chronos.hpp"
#include "jacquard/report/repro/cosmic.hpp"
#include "jacquard/report/repro/schedulers.hpp"

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

Row repro_row(const Question& question) {
  const PublishedNumber& number = question.number;
  const std::optional<Answer> given = answer(question);
  Row row;
  row["id"] = number.id;
  row["paper"] = number.value.is_structured() ? Row(number.value.dump()) : Row(number.value);
  row["ours"] = given ? Row(given->ours) : Row(nullptr);
  row["unit"] = number.unit;
  row["kind"] = number.kind;
  const std::optional<double> tolerance =
      given && given->tolerance ? given->tolerance : tolerance_of(number);
  row["tolerance"] = tolerance ? Row(*tolerance) : Row(nullptr);
  row["verdict"] = given ? given->verdict : "not-covered";
  row["remark"] = given ? given->remark : "this version has no model of it yet";
  if (!given) return row;
  if (given->wall_ms) row["ours_wall_ms"] = *given->wall_ms;
  if (given->wall_ratio) row["ours_wall_ratio"] = *given->wall_ratio;
  if (given->paper_ratio) row["paper_ratio"] = *given->paper_ratio;
  return row;
}

Row repro_list_row(const PublishedNumber& number, const ReproOptions& options) {
  Row row;
  row["id"] = number.id;
  row["status"] = is_covered(number.id, options) ? "covered" : "not-covered";
  return row;
}

}  // namespace jacquard::report
