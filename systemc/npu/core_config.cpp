// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/core_config.hpp"

#include <algorithm>

#include "jacquard/base/divide_up.hpp"
#include "systemc/npu/sides_text.hpp"

namespace jacquard::systemc {
namespace {

config::Codec<ArraySides> sides_codec() {
  const SidesText text{"rows x columns of an array, such as \"128x128\", each in 1.." +
                           std::to_string(cost::kLargestArray),
                       2, cost::kLargestArray, false};
  return {
      text.expected, config::Document{{"type", "string"}, {"pattern", "^[0-9]+x[0-9]+$"}},
      config::TextForm::string,
      [text](const config::Json& json, const config::Place& place) {
        const std::vector<Side> sides = text.read(json, place);
        return ArraySides{static_cast<int>(sides[0].count), static_cast<int>(sides[1].count)};
      },
      [](const ArraySides& sides) {
        return config::Document(std::to_string(sides.rows) + "x" + std::to_string(sides.columns));
      }};
}

}  // namespace

const config::FieldTable<CoreConfig>& core_fields() {
  using base::Bytes;
  using base::Picoseconds;
  using config::choice;
  using config::field;
  using config::quantity;
  using config::whole_number;
  using cost::Dataflow;
  using C = CoreConfig;
  static const config::FieldTable<C> table(
      "npu_core", "A core of an NPU.",
      {
          field<C>(
              "array", [](auto& c) -> auto& { return c.array; }, sides_codec(),
              "Processing elements of a systolic array."),
          field<C>(
              "arrays", [](auto& c) -> auto& { return c.arrays; }, whole_number(1, 1024),
              "Systolic arrays of a core."),
          field<C>(
              "dataflow", [](auto& c) -> auto& { return c.dataflow; },
              choice<Dataflow>({{"os", Dataflow::os}, {"ws", Dataflow::ws}, {"is", Dataflow::is}}),
              "What stays in an array: outputs, weights (B), or inputs (A)."),
          field<C>(
              "folds", [](auto& c) -> auto& { return c.folds; },
              choice<FoldOrder>({{"serial", FoldOrder::serial},
                                 {"pipelined", FoldOrder::pipelined},
                                 {"dense", FoldOrder::dense}}),
              "serial: an array drains before its next fold; pipelined: it does not; dense: every "
              "processing element works in every clock, a bound."),
          field<C>(
              "clock", [](auto& c) -> auto& { return c.clock; },
              quantity(Picoseconds{1}, Picoseconds{1'000'000'000}), "Period of its clock."),
          field<C>(
              "scratchpad", [](auto& c) -> auto& { return c.scratchpad; },
              quantity(Bytes{64}, Bytes{std::int64_t{1} << 40}),
              "Holds tiles of operands and results."),
          field<C>(
              "lanes", [](auto& c) -> auto& { return c.lanes; }, whole_number(1, 1 << 20),
              "Elements that the vector unit takes in a clock."),
          field<C>(
              "access", [](auto& c) -> auto& { return c.access; },
              quantity(Bytes{1}, Bytes{1 << 20}), "Most that a DMA engine asks for at once."),
          field<C>(
              "outstanding", [](auto& c) -> auto& { return c.outstanding; },
              whole_number(1, 65'536), "Accesses of one DMA engine on their way."),
      });
  return table;
}

ProductClocks product_clocks(const CoreConfig& core, const cost::MatrixShape& shape, bool last) {
  const cost::SystolicArray array = core.one_array();
  const cost::Folds folds = cost::folds_of(array, shape);
  const std::int64_t fill = cost::fill_clocks(array), drain = cost::drain_clocks(array);
  const std::int64_t turns = base::divide_up(folds.count(), core.arrays);
  switch (core.folds) {
    case FoldOrder::serial: {
      const bool stays = array.dataflow == cost::Dataflow::os && turns == 1;
      return {turns * (fill + folds.stream + (stays && !last ? 0 : drain)), 0};
    }
    case FoldOrder::pipelined:
      return {turns * std::max(folds.stream, fill), fill + drain};
    case FoldOrder::dense:
      return {base::divide_up(shape.products(), array.elements() * core.arrays), fill + drain};
  }
  return {};
}

base::FlopsPerSecond peak_of(const CoreConfig& core) {
  return base::FlopsPerSecond{2.0 * static_cast<double>(core.one_array().elements()) * core.arrays /
                              base::to_seconds(core.clock).count()};
}

}  // namespace jacquard::systemc
