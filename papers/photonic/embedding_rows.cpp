// SPDX-License-Identifier: Apache-2.0
#include "papers/photonic/appliance_study.hpp"

namespace jacquard::studies {

using serve::celestisim::Pooling;
using serve::celestisim::SharedRows;
using serve::celestisim::SpreadRows;

std::vector<EmbeddingRow> embedding_rows() {
  SpreadRows pcie;
  pcie.link = base::BytesPerSecond{32e9};
  const SharedRows described = serve::celestisim::described_rows();
  std::vector<EmbeddingRow> rows;
  for (const Pooling& pooling : serve::celestisim::paper_poolings()) {
    rows.push_back({pooling, pooling_time(SpreadRows{}, pooling), pooling_time(pcie, pooling),
                    pooling_time(SharedRows{}, pooling), pooling_time(described, pooling)});
  }
  return rows;
}

const report::MetricTable<EmbeddingRow>& embedding_metrics() {
  using R = EmbeddingRow;
  using M = report::Metric<R>;
  using report::Unit;
  const auto us = [](auto member) {
    return [member](const R& r) { return (r.*member).count() * 1e6; };
  };
  static const report::MetricTable<R> table(
      "appliance_embedding", "study appliance: 10 TB of embeddings, added up for a batch.",
      {
          M(
              "tables", Unit::count, [](const R& r) { return r.pooling.tables; }, "How many."),
          M(
              "batch", Unit::count, [](const R& r) { return r.pooling.batch; }, "Samples."),
          M(
              "pooling", Unit::count, [](const R& r) { return r.pooling.pooling; },
              "Rows of each table that a sample adds up."),
          M("nvlink_us", Unit::us, us(&R::nvlink), "128 GPUs, NVLink."),
          M("pcie_us", Unit::us, us(&R::pcie), "128 GPUs, PCIe."),
          M("pfa_paper_us", Unit::us, us(&R::paper), "8 XPUs, Table 5."),
          M("pfa_described_us", Unit::us, us(&R::described), "8 XPUs, ports and DDR as measured."),
          M(
              "nvlink_gain", Unit::ratio, [](const R& r) { return r.nvlink / r.paper; },
              "NVLink's time over Table 5's."),
          M(
              "pcie_gain", Unit::ratio, [](const R& r) { return r.pcie / r.paper; },
              "PCIe's time over Table 5's."),
          M(
              "described_gain", Unit::ratio, [](const R& r) { return r.nvlink / r.described; },
              "NVLink's time over that of the described appliance."),
      },
      report::Columns::all);
  return table;
}

}  // namespace jacquard::studies
