// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/npu_family.hpp"

#include <fmt/format.h>

#include "jacquard/base/bandwidth.hpp"
#include "sim/platform/memory_metrics.hpp"
#include "sim/platform/npu_experiment.hpp"
#include "systemc/npu/gemm_run.hpp"

namespace jacquard::platform {
namespace {

using base::BytesPerSecond;
using systemc::GemmRun;
using systemc::GemmWork;

struct NpuRow {
  std::string variant;
  std::string point;
  NpuExperiment config;
  GemmWork work;
  GemmRun run;
  std::optional<GemmRun> quiet;  // the same without links, where some send
  MemorySummary memory;

  const systemc::NpuConfig& npu() const { return config.npu; }
  BytesPerSecond links() const {
    return base::in_bytes(npu().nic.rate) * static_cast<double>(config.links_sending);
  }
  std::optional<BytesPerSecond> need() const {
    if (!config.tile) return std::nullopt;
    return need_of(npu().peak(), *config.tile);
  }
  cost::ScratchpadValues scratchpad() const {
    return cost::scratchpad_values(npu().core.one_array(), work.shape);
  }
};

std::string text_of(const cost::MatrixShape& s) { return fmt::format("{}x{}x{}", s.m, s.n, s.k); }

double utilisation(const NpuRow& r) {
  const double elements = static_cast<double>(r.npu().core.one_array().elements()) *
                          r.npu().core.arrays * r.npu().cores;
  return static_cast<double>(r.work.shape.products()) / elements /
         static_cast<double>(r.run.clocks);
}

BytesPerSecond achieved_by_links(const NpuRow& r) {
  return base::mean_rate(r.run.linked, r.run.time);
}

std::vector<report::Metric<NpuRow>> product_metrics() {
  using M = report::Metric<NpuRow>;
  using report::Unit;
  const auto shown = [](const NpuRow& r) { return npu_experiment_fields().show(r.config); };
  return {
      M("variant", Unit::text, &NpuRow::variant, "Of the experiment.", "variant"),
      M("point", Unit::text, &NpuRow::point, "Of the sweep.", "point"),
      M(
          "gemm", Unit::text, [](const NpuRow& r) { return text_of(r.work.shape); },
          "m x n x k of the product.", "gemm"),
      M(
          "array", Unit::text, [shown](const NpuRow& r) { return shown(r).at("array"); },
          "Rows x columns of an array."),
      M(
          "dataflow", Unit::text, [shown](const NpuRow& r) { return shown(r).at("dataflow"); },
          "What stays in an array."),
      M(
          "overlap", Unit::text, [shown](const NpuRow& r) { return shown(r).at("overlap"); },
          "Whether tiles are loaded while others are multiplied."),
      M(
          "fidelity", Unit::text,
          [shown](const NpuRow& r) { return shown(r).at("memory").at("fidelity"); },
          "How the memory is simulated."),
      M(
          "tile", Unit::count, [](const NpuRow& r) { return r.config.tile; },
          "Side of the tiles that were asked for."),
      M(
          "tile_shape", Unit::text, [](const NpuRow& r) { return text_of(r.work.tile); },
          "m x n x k of a tile.", "tile"),
      M(
          "cycles", Unit::cycles, [](const NpuRow& r) { return r.run.clocks; },
          "Clocks in which the arrays worked, of the core that ends last.", "cycles"),
      M(
          "closed_form_cycles", Unit::cycles,
          [](const NpuRow& r) {
            return cost::systolic_clocks(r.npu().core.one_array(), r.work.shape);
          },
          "Of the whole product on one array, fold after fold."),
      M(
          "time_ps", Unit::ps, [](const NpuRow& r) { return r.run.time; },
          "Until the last tile was stored: cycles and stall.", "time"),
      M(
          "stall_ps", Unit::ps, [](const NpuRow& r) { return r.run.stall; },
          "In which the arrays of the core that ends last waited for the memory.", "stall"),
      M(
          "loop_ps", Unit::ps, [](const NpuRow& r) { return r.run.loop; },
          "From the first clock of those arrays to their last."),
      M("utilisation", Unit::ratio, utilisation,
        "Multiply-adds over those of all processing elements in these cycles.", "used"),
  };
}

std::vector<report::Metric<NpuRow>> traffic_metrics() {
  using M = report::Metric<NpuRow>;
  using report::Unit;
  const auto values = [](std::int64_t cost::ScratchpadValues::*which) {
    return [which](const NpuRow& r) { return r.scratchpad().*which; };
  };
  const auto bytes = [](base::Bytes systemc::GemmSize::*which) {
    return [which](const NpuRow& r) { return size_of(r.work).*which; };
  };
  return {
      M("load_bytes", Unit::bytes, bytes(&systemc::GemmSize::loads), "Tiles of A and B, loaded."),
      M("store_bytes", Unit::bytes, bytes(&systemc::GemmSize::stores), "C, stored."),
      M("scratchpad_a_reads", Unit::count, values(&cost::ScratchpadValues::a_reads),
        "Values of A that an array reads from its scratchpad, the product being one tile."),
      M("scratchpad_b_reads", Unit::count, values(&cost::ScratchpadValues::b_reads), "Of B."),
      M("scratchpad_c_reads", Unit::count, values(&cost::ScratchpadValues::c_reads),
        "Of C: partial sums that are added to."),
      M("scratchpad_c_writes", Unit::count, values(&cost::ScratchpadValues::c_writes),
        "Values of C that it writes there."),
      M(
          "need_bytes_per_s", Unit::bytes_per_s, [](const NpuRow& r) { return r.need(); },
          "2 F / T, what square tiles need while all arrays work; where a tile is asked for.",
          "need"),
      M("links_bytes_per_s", Unit::bytes_per_s, &NpuRow::links, "What links that send ask for.",
        "links"),
      M("links_achieved_bytes_per_s", Unit::bytes_per_s, achieved_by_links, "What they read."),
      M(
          "bound_tile", Unit::count,
          [](const NpuRow& r) {
            return bound_tile(r.npu().peak(), r.npu().memory.organisation.peak(), r.links());
          },
          "Side of tiles below which 2 F / T and the links are more than the memory's peak.",
          "bound tile"),
      M(
          "slow_down", Unit::ratio,
          [](const NpuRow& r) { return r.quiet ? r.run.loop / r.quiet->loop : 1.0; },
          "loop_ps over that of the same run without links.", "slow-down"),
      M(
          "bound_slow_down", Unit::ratio,
          [](const NpuRow& r) -> std::optional<double> {
            if (!r.need()) return std::nullopt;
            return bound_slow_down(*r.need(), r.npu().memory.organisation.peak(), r.links());
          },
          "The same by need, links and peak alone; where a tile is asked for.", "by rates"),
  };
}

const report::MetricTable<NpuRow>& row_metrics() {
  static const report::MetricTable<NpuRow> table("npu", "A matrix product on an NPU.", [] {
    auto all = product_metrics();
    for (auto& m : traffic_metrics()) all.push_back(std::move(m));
    for (auto& m : memory_metrics<NpuRow>([](const auto& r) -> auto& { return r.memory; })) {
      all.push_back(std::move(m));
    }
    return all;
  }());
  return table;
}

NpuRow run_case(const Case<NpuExperiment>& one, const config::Place& place) {
  NpuRow row{one.variant, one.point, one.config, work_of(one.config, place), {}, {}, {}};
  const int links = one.config.links_sending;
  row.run = run_gemm(row.npu(), row.work, links, place);
  if (links > 0) row.quiet = run_gemm(row.npu(), row.work, 0, place);
  row.memory = summary_of(std::move(row.run.memory));
  return row;
}

Answer run(const Question& question) {
  const auto& table = npu_experiment_fields();
  const NpuExperiment config = resolved(table, question);
  const auto cases = cases_of(config, table);
  const config::Place place{question.path, ""};
  for (const Case<NpuExperiment>& one : cases) work_of(one.config, place);  // before any takes time
  return answer_of(table, config, cases, question.threads, [&](const Case<NpuExperiment>& one) {
    return row_metrics()(run_case(one, place));
  });
}

std::vector<report::RowKind> rows() { return {row_metrics().kind()}; }

}  // namespace

Family npu_family() { return {"npu", run, rows}; }

}  // namespace jacquard::platform
