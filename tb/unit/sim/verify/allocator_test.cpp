// SPDX-License-Identifier: Apache-2.0
// Matrix arbiters and allocators with each fault that one is known to have, and correct ones.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "unit/sim/verify/software_pins.hpp"

using namespace jacquard;
using tb::run_software;
using tb::software_module;
using tb::SoftwarePins;

namespace {

constexpr int kPorts = 3;
constexpr int kBubbleEvery = 8;

enum class Plant {
  none,
  first_diagonal_never,  // the pointer wraps around to 1
  input_starves,         // input 2, while 0 asks
  pair_starves,          // (2, 1), while anything else of its input or output asks
  starves_at_full_load,
  two_in_a_row,   // input 0 is granted two outputs whenever it asks for two
  two_in_one,     // of all patterns, in one
  output_twice,   // two inputs at output 0
  unasked,        // (0, 0) where nothing is asked
  stale,          // who asked a clock ago
  bubble,         // nothing each kBubbleEvery clocks
  no_reset,       // the pointer is as power-up left it
  corner_flop,    // set only when all ask, and then diagonals are taken backwards
  left_out,       // the last diagonal is never looked at while others grant
  kept_by_reset,  // a reset leaves the pointer
  never,          // the reset polarity is another
};

// A wrapped wave front: diagonals one after the other, the first of them moves on in every clock.
class WaveFront final : public SoftwarePins {
 public:
  WaveFront(const rtl::Wiring& wiring, Plant plant, std::uint32_t seed)
      : SoftwarePins(wiring), plant_(plant), has_dest_(wiring.bus("dest").there()) {
    if (plant == Plant::no_reset) pointer_ = static_cast<int>(seed % kPorts);
    if (plant == Plant::corner_flop) corner_ = seed % 2 == 0;
  }

 private:
  using Matrix = std::array<std::array<bool, kPorts>, kPorts>;

  template <class M>
  static auto& at(M& matrix, int i, int j) {
    return matrix[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  }

  Matrix asked() const {
    Matrix all{};
    for (int i = 0; i < kPorts; ++i) {
      for (int j = 0; j < kPorts; ++j) {
        at(all, i, j) =
            has_dest_ ? get("req", i) != 0 && get("dest", i) == j : get("req", i * kPorts + j) != 0;
      }
    }
    return all;
  }
  static int count(const Matrix& matrix) {
    int sum = 0;
    for (const auto& row : matrix)
      sum += static_cast<int>(std::count(row.begin(), row.end(), true));
    return sum;
  }

  bool passed_over(const Matrix& asks, int i, int j) const {
    if (plant_ == Plant::input_starves) return i == 2 && count_row(asks, 0) > 0;
    if (plant_ == Plant::starves_at_full_load) return i == 1 && j == 2 && full(asks);
    if (plant_ != Plant::pair_starves || i != 2 || j != 1) return false;
    int rivals = count_row(asks, 2) - 1;
    for (int k = 0; k < kPorts; ++k) rivals += k != 2 && at(asks, k, 1) ? 1 : 0;
    return rivals > 0;
  }
  static int count_row(const Matrix& asks, int i) {
    const auto& row = asks[static_cast<std::size_t>(i)];
    return static_cast<int>(std::count(row.begin(), row.end(), true));
  }
  bool full(const Matrix& asks) const {
    return count(asks) == (has_dest_ ? kPorts : kPorts * kPorts);
  }

  Matrix granted(const Matrix& asks) const {
    Matrix grants{};
    std::array<bool, kPorts> input{}, output{};
    for (int k = 0; k < kPorts; ++k) {
      const bool backwards = plant_ == Plant::corner_flop && corner_;
      const int d = (backwards ? pointer_ + kPorts - k : pointer_ + k) % kPorts;
      if (plant_ == Plant::left_out && k == kPorts - 1 && count(grants) > 0) break;
      for (int i = 0; i < kPorts; ++i) {
        const int j = (i + d) % kPorts;
        const auto row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
        if (!at(asks, i, j) || input[row] || output[column] || passed_over(asks, i, j)) continue;
        at(grants, i, j) = input[row] = output[column] = true;
      }
    }
    return grants;
  }

  void answer() override {
    const Matrix asks = asked();
    Matrix grants = granted(plant_ == Plant::stale ? before_ : asks);
    const bool skips = plant_ == Plant::bubble && clock_ % kBubbleEvery == kBubbleEvery - 1;
    if (skips || plant_ == Plant::never) grants = {};
    if (plant_ == Plant::unasked && count(asks) == 0) at(grants, 0, 0) = true;
    const bool odd = at(asks, 0, 0) && at(asks, 0, 1) && at(asks, 2, 2) && count(asks) == 3;
    if (plant_ == Plant::two_in_one && odd) grants = asks;
    if (plant_ == Plant::two_in_a_row && count_row(asks, 0) == 2) grants[0] = asks[0];
    for (int i = 0; plant_ == Plant::output_twice && i < kPorts; ++i) {
      if (count_row(grants, i) == 0 && at(asks, i, 0)) at(grants, i, 0) = true;
    }
    for (int i = 0; i < kPorts; ++i) {
      for (int j = 0; j < kPorts; ++j) {
        if (at(grants, i, j)) put("gnt", has_dest_ ? i : i * kPorts + j, 1);
        if (at(grants, i, j)) put("select", j * kPorts + i, 1);
      }
    }
  }

  void edge(bool reset) override {
    before_ = reset ? Matrix{} : asked();
    corner_ = corner_ || full(asked());
    clock_ = reset ? 0 : clock_ + 1;
    const bool clears = plant_ != Plant::no_reset && plant_ != Plant::kept_by_reset;
    if (reset && clears) pointer_ = 0;
    if (reset) return;
    pointer_ = (pointer_ + 1) % kPorts;
    if (plant_ == Plant::first_diagonal_never && pointer_ == 0) pointer_ = 1;
  }

  Plant plant_;
  bool has_dest_, corner_ = false;
  int pointer_ = 0;
  std::int64_t clock_ = 0;
  Matrix before_{};
};

using Words = std::vector<std::string>;
const Words kMatrix{"req_i[9]", "gnt_o[9]"};
const Words kEncoded{"req_i[3]", "dest_i[6]", "gnt_o[3]", "select_o[9]"};

verify::WiredReport run(const Words& ports, Plant plant, const Words& contract = {}) {
  const auto kind = ports.size() == 2 ? rtl::RtlKind::matrix : rtl::RtlKind::allocator;
  const verify::WiredModule module = software_module(kind, ports, contract);
  return run_software(module, [&](std::uint32_t seed) {
    return std::make_unique<WaveFront>(module.wiring, plant, seed);
  });
}

}  // namespace

TEST_CASE("A wave front keeps its contract, as a matrix of pairs and with encoded outputs") {
  for (const Words& ports : {kMatrix, kEncoded}) {
    const verify::WiredReport report = run(ports, Plant::none, {"progress=maximal"});
    INFO(report.fault);
    CHECK(report.rule.empty());
    CHECK(report.served == report.to_serve);
    CHECK(report.longest_wait < kPorts);  // each diagonal is first once in N clocks
  }
}

TEST_CASE("Each known fault of a matrix arbiter is caught by the promise it breaks") {
  const struct {
    const Words& ports;
    Plant plant;
    const char* rule;
  } faults[] = {{kMatrix, Plant::first_diagonal_never, "fair"},
                {kMatrix, Plant::input_starves, "fair"},
                {kMatrix, Plant::pair_starves, "fair"},
                {kMatrix, Plant::starves_at_full_load, "fair"},
                {kMatrix, Plant::two_in_a_row, "one grant"},
                {kMatrix, Plant::two_in_one, "one grant"},
                {kMatrix, Plant::output_twice, "one grant"},
                {kMatrix, Plant::unasked, "asked"},
                {kMatrix, Plant::stale, "asked"},
                {kMatrix, Plant::bubble, "progress"},
                {kMatrix, Plant::left_out, "progress"},
                {kMatrix, Plant::never, "progress"},
                {kMatrix, Plant::no_reset, "power-up"},
                {kMatrix, Plant::corner_flop, "power-up"},
                {kMatrix, Plant::kept_by_reset, "reset"},
                {kEncoded, Plant::first_diagonal_never, "fair"},
                {kEncoded, Plant::output_twice, "one grant"},
                {kEncoded, Plant::bubble, "progress"},
                {kEncoded, Plant::no_reset, "power-up"}};
  for (const auto& [ports, plant, rule] : faults) {
    Words contract;
    if (plant == Plant::left_out) contract = {"progress=maximal"};
    if (plant == Plant::stale) contract = {"latency=0", "progress=no"};
    const verify::WiredReport report = run(ports, plant, contract);
    INFO(static_cast<int>(plant) << " with " << ports.size() << " ports: " << report.fault);
    CHECK(report.rule == rule);
    CHECK(report.failing_clock >= 0);
  }
}

TEST_CASE("A fault that one pattern of 512 shows is shown by as many clocks as it needs") {
  CHECK(run(kMatrix, Plant::two_in_one).minimal_clocks == 1);
}
