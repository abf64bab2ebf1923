// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/core_cost.hpp"

#include <algorithm>
#include <filesystem>

#include "jacquard/rtl/rtl_sources.hpp"
#include "jacquard/rtl/scheduler_parameters.hpp"
#include "jacquard/schedule/core/core_names.hpp"

namespace jacquard::synth {
namespace {

// Without cores of which the wrapper builds none: Yosys numbers what it reads, and ABC's mapping of
// a small core moves by a tenth with these numbers.
std::vector<std::string> sources_of(const schedule::CoreShape& shape) {
  std::vector<std::string> sources = rtl::rtl_sources("jq_scheduler");
  const auto is_of_another = [&](const std::string& source) {
    const std::string name = std::filesystem::path(source).filename().string();
    const auto is_part_of = [&](schedule::CoreKind other, const char* prefix) {
      return shape.kind != other && shape.kind != schedule::CoreKind::choose &&
             name.rfind(prefix, 0) == 0;
    };
    return is_part_of(schedule::CoreKind::shift, "jq_shift") ||
           is_part_of(schedule::CoreKind::few, "jq_few") ||
           is_part_of(schedule::CoreKind::choose, "jq_choose") ||
           (!shape.parity && name.rfind("jq_bvn_parity", 0) == 0);
  };
  sources.erase(std::remove_if(sources.begin(), sources.end(), is_of_another), sources.end());
  return sources;
}

Design slice(const schedule::CoreShape& shape, int diagonals) {
  Design design{"jq_scheduler", sources_of(shape), {}};
  for (const auto& [name, value] : rtl::scheduler_parameters(shape)) {
    design.parameters.emplace_back(name, std::to_string(value));
  }
  design.parameters.emplace_back("D", std::to_string(diagonals));
  return design;
}

CoreCost whole(const Synthesis& s) {
  return {s.area_um2,   s.clock_ns, s.hold_slack_ns, s.worst_slew_ns, s.cells,
          s.flip_flops, true,       s.critical_path, s.powers,        s.placed};
}

}  // namespace

std::vector<Design> designs_of(const schedule::CoreShape& shape, Method method,
                               const std::vector<Workload>& workloads) {
  if (!workloads.empty()) {
    Design design = slice(shape, shape.ports);
    design.workloads = workloads;
    return {std::move(design)};
  }
  // A slice of a chooser would have whole cores beside a slice of the ladder.
  if (!schedule::has_diagonals(shape.kind) || shape.kind == schedule::CoreKind::choose) {
    return {slice(shape, shape.ports)};
  }
  const int s = shape.diagonals_per_clock;
  if (method == Method::automatic) {
    method = 4 * s < shape.ports ? Method::slices : Method::whole;
  }
  if (method == Method::whole || 2 * s >= shape.ports) return {slice(shape, shape.ports)};
  return {slice(shape, s), slice(shape, 2 * s)};
}

CoreCost cost_of(const schedule::CoreShape& shape, Method method, const Cells& cells,
                 const std::vector<Workload>& workloads) {
  const std::vector<Design> designs = designs_of(shape, method, workloads);
  if (designs.size() == 1) return cost_of(designs[0], cells);
  const Synthesis one = synthesise(designs[0], cells);
  const Synthesis two = synthesise(designs[1], cells);
  const int further = shape.groups() - 2;
  CoreCost cost = whole(two);
  cost.whole = false;
  cost.area_um2 += further * (two.area_um2 - one.area_um2);
  cost.cells += further * (two.cells - one.cells);
  cost.flip_flops += further * (two.flip_flops - one.flip_flops);
  return cost;
}

Design slot_arbiter_design(int ports, bool rotate) {
  return {"jq_slot_arbiter",
          rtl::rtl_sources("jq_slot_arbiter"),
          {{"N", std::to_string(ports)}, {"ROTATE", rotate ? "1" : "0"}}};
}

Design ladder_diagonal_design(const schedule::CoreShape& shape) {
  Design design{"jq_bvn_ladder_diagonal", {}, {}};
  for (const std::string& source : sources_of(shape)) {
    const std::string name = std::filesystem::path(source).stem().string();
    if (name == design.top || name == "jq_bvn_parity") design.sources.push_back(source);
  }
  design.parameters = {{"N", std::to_string(shape.ports)},
                       {"B", std::to_string(shape.bits)},
                       {"DESCEND", shape.descend ? "1" : "0"},
                       {"ROWS", std::to_string(shape.rows_per_clock)},
                       {"PARITY", shape.parity ? "1" : "0"}};
  return design;
}

Design crossbar_design(int ports, int width, int hold_bits) {
  return {"jq_crossbar",
          rtl::rtl_sources("jq_crossbar"),
          {{"N", std::to_string(ports)},
           {"WIDTH", std::to_string(width)},
           {"B", std::to_string(hold_bits)}}};
}

CoreCost cost_of(const Design& design, const Cells& cells) {
  return whole(synthesise(design, cells));
}

}  // namespace jacquard::synth
