// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/error.hpp"
#include "jacquard/gemm/cost/authors.hpp"
#include "jacquard/gemm/cost/gemm_cost.hpp"
#include "jacquard/gemm/cost/paper.hpp"
#include "jacquard/gemm/cost/physical.hpp"
#include "jacquard/gemm/footprint.hpp"

namespace jacquard::gemm {
namespace {

void check(const Request& request, Mode mode) {
  if (mode != Mode::authors) return check(request);
  if (auto fault = illegal_numbers(request)) throw base::ConfigError(*std::move(fault));
}

GemmTime time_of(const Request& r, const Chip& chip, Mode mode, const MeshNetwork& network) {
  if (mode == Mode::authors) return authors_time(r, chip, network);
  if (mode == Mode::physical) return physical_time(r, chip, network);
  return paper_time(r, chip, network);
}

}  // namespace

GemmCost cost_of(const Request& request, const Chip& chip, Mode mode, const MeshNetwork& network) {
  check(request, mode);
  const Request r = of_program(request);
  const GemmTime time = time_of(r, chip, mode, network);
  const Footprint footprint = footprint_of(r);
  GemmCost cost;
  cost.time = base::Seconds{time.seconds};
  cost.compute = base::Seconds{time.compute};
  cost.exposed = base::Seconds{time.seconds - time.compute};
  cost.launch = base::Seconds{time.communication.launch};
  cost.sync = base::Seconds{time.communication.sync};
  cost.transfer = base::Seconds{time.communication.transfer};
  cost.row = footprint.row;
  cost.column = footprint.column;
  cost.buffers = footprint.buffers;
  const double least = product_seconds(r, chip);  // at Chip::effective, memory left aside
  const double offered = chip.peak.count() * time.seconds;
  cost.utilisation = offered > 0 ? least * chip.effective.count() / offered : 0;
  return cost;
}

GemmCost cost_of(const Request& request, const Chip& chip, Mode mode) {
  static const MeshNetwork closed_rings;
  return cost_of(request, chip, mode, closed_rings);
}

}  // namespace jacquard::gemm
