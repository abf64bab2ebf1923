// SPDX-License-Identifier: Apache-2.0
#include "sim/gemm/run_rows.hpp"

#include <fmt/format.h>

#include "jacquard/report/metric_table.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::gemm {
namespace {

using report::Unit;

report::Row three_digits(const report::Row& value) {
  return fmt::format("{:.3g}", value.get<double>());
}

template <class Part>
auto of_communication(Part part) {
  return [part](const RunRow& r) {
    const auto& all = r.answer.communication;
    return all ? std::optional((*all).*part) : std::nullopt;
  };
}

template <class Get>
auto of_request(Get get) {
  return [get](const RunRow& r) { return get(r.config->request); };
}

std::vector<report::Metric<RunRow>> what_ran() {
  using M = report::Metric<RunRow>;
  return {
      M("algorithm", Unit::text, of_request([](const Request& r) { return name_of(r.algorithm); }),
        "Of the product.", "algorithm"),
      M("dataflow", Unit::text, of_request([](const Request& r) { return name_of(r.dataflow); }),
        "os, ls or rs: which matrix stays.", "dataflow"),
      M("transposed", Unit::flag, of_request([](const Request& r) { return r.transposed; }),
        "Whether all matrices are stored transposed."),
      M("mesh", Unit::text, of_request([](const Request& r) { return text_of(r.mesh); }),
        "Rows x columns of chips, x layers.", "mesh"),
      M("shape", Unit::text, of_request([](const Request& r) { return text_of(r.shape); }),
        "M x N x K: C[M,N] is summed over K."),
      M("slices", Unit::count, of_request([](const Request& r) { return r.slices; }),
        "S of meshslice, steps of wang, 1d-tp and fsdp, iterations of summa; 0: the most.",
        "slices"),
      M(
          "chip", Unit::text, [](const RunRow& r) { return r.config->chip.name; },
          "A name of configs/chips."),
      M(
          "calibrated", Unit::flag, [](const RunRow& r) { return r.config->chip.calibrated; },
          "Whether the chip's figures were fitted to the paper's results."),
      M("engine", Unit::text, &RunRow::engine, "analytic, event or cycle.", "engine"),
      M(
          "mode", Unit::text,
          [](const RunRow& r) {
            const bool closed = run::is_closed_form(r.engine);
            return closed ? std::optional<std::string>(name_of(r.config->mode)) : std::nullopt;
          },
          "Of the closed forms: authors, paper or physical."),
  };
}

std::vector<report::Metric<RunRow>> what_it_took() {
  using M = report::Metric<RunRow>;
  const auto of = [](auto part) { return [part](const RunRow& r) { return r.answer.*part; }; };
  return {
      M("time_ps", Unit::ps, of(&Answer::time), "Until the last chip is done.", "time"),
      M("compute_ps", Unit::ps, of(&Answer::compute), "Of the chip that multiplies longest.",
        "compute"),
      M("exposed_comm_ps", Unit::ps, of(&Answer::exposed), "time_ps - compute_ps.", "exposed"),
      M("utilisation", Unit::ratio, of(&Answer::utilisation), "Of the chips' peak.", "utilisation")
          .as(three_digits),
      M("bytes_row", Unit::bytes, of(&Answer::row), "That a chip sends along its row.", "row"),
      M("bytes_column", Unit::bytes, of(&Answer::column), "That a chip sends along its column.",
        "column"),
      M("buffer_bytes", Unit::bytes, of(&Answer::buffers),
        "Of gathered and partial matrices, beside the shards.", "buffers"),
      M("launch_ps", Unit::ps, of_communication(&Answer::Communication::launch),
        "analytic: of communications, hidden or not, both directions summed."),
      M("sync_ps", Unit::ps, of_communication(&Answer::Communication::sync),
        "analytic: the same of hops."),
      M("transfer_ps", Unit::ps, of_communication(&Answer::Communication::transfer),
        "analytic: the same of bytes on links."),
  };
}

const report::MetricTable<RunRow>& run_metrics() {
  static const report::MetricTable<RunRow> table("product",
                                                 "gemm run: a product on a mesh of chips.", [] {
                                                   auto all = what_ran();
                                                   for (auto& metric : what_it_took())
                                                     all.push_back(std::move(metric));
                                                   return all;
                                                 }());
  return table;
}

const report::MetricTable<RefusedAlgorithm>& refused_metrics() {
  using R = RefusedAlgorithm;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "refused", "gemm run --algorithm all: what this mesh or shape does not allow.",
      {
          M(
              "algorithm", Unit::text, [](const R& r) { return name_of(r.algorithm); }, "Refused.",
              "refused"),
          M("reason", Unit::text, &R::reason, "What stands against it.", "reason"),
      });
  return table;
}

}  // namespace

report::Printed row_of(const RunRow& row) { return run_metrics()(row); }
report::Printed row_of(const RefusedAlgorithm& refused) { return refused_metrics()(refused); }

std::vector<report::RowKind> run_row_kinds() {
  return {run_metrics().kind(), refused_metrics().kind()};
}

}  // namespace jacquard::gemm
