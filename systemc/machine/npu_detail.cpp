// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/npu_detail.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/config/composed.hpp"
#include "systemc/npu/npu_config.hpp"

namespace jacquard::machine {
namespace {

using base::Picoseconds;
using config::field;
using config::Field;
using systemc::CoreConfig;

// Keys of configs/npus that a machine has elsewhere.
std::vector<Field<CoresConfig>> read_elsewhere() {
  std::vector<Field<CoresConfig>> fields;
  for (const auto& inner : systemc::npu_fields().fields()) {
    if (inner.info.key != "memory" && inner.info.key != "nic") continue;
    Field<CoresConfig> f;
    f.info = inner.info;
    f.read = [&inner](void*, const config::Json& json, const config::Place& place) {
      systemc::NpuConfig unused;
      inner.read(&unused, json, place);
    };
    fields.push_back(std::move(f));
  }
  return fields;
}

std::vector<Field<CoresConfig>> of_cores() {
  using C = CoresConfig;
  std::vector<Field<C>> all = {
      field<C>(
          "source", [](auto& c) -> auto& { return c.source; }, config::text("a text"),
          "Where its figures come from."),
      field<C>(
          "cores", [](auto& c) -> auto& { return c.count; }, config::whole_number(1, 256),
          "Cores that share the memory."),
  };
  for (Field<C>& f : config::flattened<C>(
           [](auto& c) -> auto& { return c.core; }, systemc::core_fields())) {
    if (f.info.key == "clock") {
      f = field<C>(
          "clock", [](auto& c) -> auto& { return c.core.clock; },
          config::quantity(Picoseconds{0}, Picoseconds{1'000'000'000}),
          "Period of its clock; 0: that which gives the NPU's peak.");
    }
    all.push_back(std::move(f));
  }
  all.push_back(field<C>(
      "tile", [](auto& c) -> auto& { return c.tile; },
      config::optional(config::whole_number<std::int64_t>(1, cost::kLargestSide)),
      "Side of square tiles; none: equal parts of about eight folds or 1,024, whichever is more."));
  return all;
}

const config::FieldTable<CoresConfig>& cores_fields() {
  static const config::FieldTable<CoresConfig> table("npu_cores", "The systolic cores of an NPU.",
                                                     of_cores(), read_elsewhere());
  return table;
}

}  // namespace

CoreConfig machine_core() {
  CoreConfig core;
  core.arrays = 8;
  core.dataflow = cost::Dataflow::ws;
  core.folds = systemc::FoldOrder::pipelined;
  core.clock = Picoseconds{0};
  core.access = base::Bytes{256 << 10};
  core.outstanding = 8;
  return core;
}

const config::FieldTable<NpuDetailConfig>& npu_detail_fields() {
  using C = NpuDetailConfig;
  static const config::FieldTable<C> table(
      "npu_detail", "How closely an NPU's computations are simulated.",
      {
          field<C>(
              "detail", [](auto& c) -> auto& { return c.detail; },
              config::choice<NpuDetail>(
                  {{"roofline", NpuDetail::roofline}, {"systolic", NpuDetail::systolic}}),
              "roofline: all by the device's law; systolic: products tile by tile on cores, all "
              "else by the law. See docs/machine.md."),
          config::composed<C>(
              "core", [](auto& c) -> auto& { return c.cores; }, cores_fields(), systemc::kNpus),
      });
  return table;
}

systemc::CoresOfNpu cores_of(const CoresConfig& config, base::FlopsPerSecond peak,
                             double slowdown) {
  systemc::CoresOfNpu cores{config.count, config.core};
  if (cores.core.clock.count() == 0) {
    const double in_a_clock = 2.0 * static_cast<double>(cores.core.one_array().elements()) *
                              cores.core.arrays * cores.count;
    const double period =
        in_a_clock / peak.count() * static_cast<double>(base::kPicosecondsPerSecond);
    cores.core.clock = Picoseconds{std::max<std::int64_t>(1, std::llround(period))};
  }
  if (slowdown > 1) {
    const double period = static_cast<double>(cores.core.clock.count()) * slowdown;
    cores.core.clock = Picoseconds{std::llround(period)};
  }
  return cores;
}

systemc::GemmWork product_on(const CoresConfig& config, const cost::MatrixShape& shape,
                             const config::Place& place) {
  systemc::GemmWork work;
  work.shape = shape;
  work.layout = systemc::Layout::tiles;
  if (config.tile) {
    work.tile =
        square_tile(config.core, shape, *config.tile, work.overlap, place / "core" / "tile");
    return work;
  }
  work.tile = chosen_tile(config.core, shape, work.overlap, place / "core" / "scratchpad");
  const cost::MatrixShape even = even_tile(config.core, config.count, shape,
                                           std::max({work.tile.m, work.tile.n, work.tile.k}));
  if (systemc::scratchpad_of(even).count() * 2 <= config.core.scratchpad.count()) work.tile = even;
  return work;
}

}  // namespace jacquard::machine
