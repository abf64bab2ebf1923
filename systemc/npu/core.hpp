// SPDX-License-Identifier: Apache-2.0
// A core that runs programs of tile operations: four units, side by side.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <systemc>
#include <vector>

#include "systemc/memory/memory_port.hpp"
#include "systemc/npu/core_config.hpp"
#include "systemc/npu/tile_op.hpp"

namespace jacquard::systemc {

struct CoreFigures {
  // In which the arrays took operands, and after the last of a program until its result was there.
  std::int64_t clocks = 0;
  base::Picoseconds first_compute{0};  // when they began, of the last program
  base::Picoseconds last_compute{0};   // when their last result was there
  base::Picoseconds end{0};            // of the last program
  base::Bytes loaded{0};
  base::Bytes stored{0};
};

class Core : public sc_core::sc_module {
 public:
  using Done = std::function<void()>;

  // `fidelity` is that of the memory that the ports are bound to.
  Core(const sc_core::sc_module_name& name, const CoreConfig& config, memory::Fidelity fidelity);

  MemoryPort loads;
  MemoryPort stores;

  // Takes the program, whose regions lie within the memory, now; calls done() when all of it is
  // done. Requires that no program runs.
  void start(std::vector<TileOp> program, Done done);
  const CoreFigures& figures() const { return figures_; }

 private:
  struct State {
    std::int32_t waits = 0;             // operations that it still waits for
    std::int64_t accesses = 0;          // of a load or store, that are still on their way
    std::vector<std::int32_t> results;  // what waits for its result
    std::vector<std::int32_t> reads;    // what waits until its operands were read
  };
  struct Unit {
    std::vector<std::int32_t> ops;  // in the order of the program
    std::size_t next = 0;
    base::Picoseconds free{0};
  };
  enum class What : std::uint8_t { issue, read, result };
  struct Due {
    What what;
    std::int32_t op;
  };

  void act();
  void later(base::Picoseconds when, Due due);
  void issue_ready(TileOpKind kind);
  void begin(std::int32_t index);
  void move(std::int32_t index, MemoryPort& port, memory::Direction direction);
  void work(std::int32_t index);
  void release(std::vector<std::int32_t>& waiting);
  void finish(std::int32_t index);
  base::Picoseconds next_edge() const;

  CoreConfig config_;
  std::vector<TileOp> program_;
  std::vector<State> states_;
  std::array<Unit, kTileOpKinds> units_;
  std::size_t left_ = 0;  // operations that are not done
  Done done_;
  bool computed_ = false;  // anything, of this program
  std::multimap<std::int64_t, Due> due_;
  sc_core::sc_event wake_;
  CoreFigures figures_;
};

}  // namespace jacquard::systemc
