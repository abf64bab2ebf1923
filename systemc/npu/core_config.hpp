// SPDX-License-Identifier: Apache-2.0
// One core of an NPU: systolic arrays, a scratchpad, a vector unit, and a DMA engine each way.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/cost/systolic.hpp"

namespace jacquard::systemc {

// What an array does between two folds of a product.
enum class FoldOrder {
  serial,     // fill, stream, drain, and then the next: as SCALE-Sim counts
  pipelined,  // the next fold's values follow at once; what stays is loaded while others stream
  dense       // a bound: every processing element works in every clock
};

struct ArraySides {
  int rows = 128;
  int columns = 128;
};

struct CoreConfig {
  ArraySides array;
  int arrays = 1;  // folds of one product are dealt to them
  cost::Dataflow dataflow = cost::Dataflow::os;
  FoldOrder folds = FoldOrder::serial;
  base::Picoseconds clock{1000};
  base::Bytes scratchpad{std::int64_t{64} << 20};
  int lanes = 1024;          // elements that the vector unit takes in a clock
  base::Bytes access{4096};  // the DMA engines ask for at most so much at once
  int outstanding = 256;     // accesses of one DMA engine on their way

  cost::SystolicArray one_array() const { return {array.rows, array.columns, dataflow}; }
};

inline constexpr int kElementBytes = 2;      // bf16, in the memory and of operands
inline constexpr int kAccumulatorBytes = 4;  // fp32, of results in the scratchpad

const config::FieldTable<CoreConfig>& core_fields();

// How long the arrays of a core work on one product.
struct ProductClocks {
  std::int64_t issue = 0;  // until they take the next one
  std::int64_t drain = 0;  // from then until the result is there
};

// `last`: whether it is the last part of a sum over k. Between parts of a
// sum that stays in the arrays (os, a fold for each array at most) nothing drains.
ProductClocks product_clocks(const CoreConfig& core, const cost::MatrixShape& shape,
                             bool last = true);

// What all arrays do at most: 2 FLOP a processing element and clock.
base::FlopsPerSecond peak_of(const CoreConfig& core);

}  // namespace jacquard::systemc
