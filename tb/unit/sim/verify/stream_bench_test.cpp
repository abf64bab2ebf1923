// SPDX-License-Identifier: Apache-2.0
// Crossbars with each fault that one is known to have, and correct ones.
#include <array>
#include <catch2/catch.hpp>

#include "unit/sim/verify/software_pins.hpp"

using namespace jacquard;
using tb::run_software;
using tb::software_module;
using tb::SoftwarePins;

namespace {

constexpr int kPorts = 4;

enum class Plant {
  none,
  wrong_output,  // words of input 1 go one output too far
  corrupted,     // a bit of what output 2 shows
  of_another,    // the data of the next input
  lost,          // input 3 sees its word taken, and nobody gets it
  twice,         // output 1 shows each word in two clocks
  swapped,       // two words of input 2 for output 0 that follow each other
  valid_drops,   // in every other clock that waits
  moves_on,      // another input's word before the one shown was taken
  starves,       // input 0 while 1 asks
  valid_waits_for_ready,
};

// Each output takes its inputs in turn.
class Crossbar final : public SoftwarePins {
 public:
  Crossbar(const rtl::Wiring& wiring, Plant plant) : SoftwarePins(wiring), plant_(plant) {
    turn_.fill(0);
    locked_.fill(-1);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int dest(int i) const {
    return (get("dest", i) + (plant_ == Plant::wrong_output && i == 1 ? 1 : 0)) % kPorts;
  }
  int chosen(int j) const {
    if (locked_[at(j)] >= 0 && plant_ != Plant::moves_on) return locked_[at(j)];
    for (int k = 0; k < kPorts; ++k) {
      const int i = (turn_[at(j)] + k) % kPorts;
      if (get("req", i) == 0 || dest(i) != j) continue;
      if (plant_ == Plant::starves && i == 0 && get("req", 1) != 0 && dest(1) == j) continue;
      return i;
    }
    return -1;
  }

  // Words that were taken from an input and have not been shown, the next one last.
  bool swaps(int i, int j) const { return plant_ == Plant::swapped && i == 2 && j == 0; }
  bool buffered(int j) const { return !buffer_[at(j)].empty() && (full(j) || age_ > kPatience); }
  bool full(int j) const { return buffer_[at(j)].size() == (plant_ == Plant::twice ? 1 : 2); }

  void answer() override {
    for (int j = 0; j < kPorts; ++j) {
      if (buffered(j)) {
        put("valid", j, 1);
        put("data_out", j, buffer_[at(j)].back());
        continue;
      }
      const int i = chosen(j);
      const bool drops = plant_ == Plant::valid_drops && waited_[at(j)] % 2 == 1;
      const bool ready = get("ready", j) != 0;
      if (i >= 0 && swaps(i, j)) {
        put("gnt", i, 1);
        continue;
      }
      if (i < 0 || drops || (plant_ == Plant::valid_waits_for_ready && !ready)) continue;
      put("gnt", i, ready ? 1 : 0);
      if (plant_ == Plant::lost && i == 3) continue;
      put("valid", j, 1);
      const int flipped = plant_ == Plant::corrupted && j == 2 ? 1 << 9 : 0;
      put("data_out", j, get("data", plant_ == Plant::of_another ? (i + 1) % kPorts : i) ^ flipped);
    }
  }

  void edge(bool reset) override {
    for (int j = 0; j < kPorts; ++j) {
      if (reset) buffer_[at(j)].clear();
      if (buffered(j)) {
        if (get("ready", j) != 0) buffer_[at(j)].pop_back();
        continue;
      }
      const int i = chosen(j);
      const bool keeps = i >= 0 && swaps(i, j);
      const bool taken = i >= 0 && (get("ready", j) != 0 || keeps);
      if (taken && !reset && (keeps || (plant_ == Plant::twice && j == 1))) {
        buffer_[at(j)].push_back(get("data", i));
        age_ = -1;
      }
      waited_[at(j)] = reset || taken || i < 0 ? 0 : waited_[at(j)] + 1;
      locked_[at(j)] = reset || taken ? -1 : i;
      if (taken || (plant_ == Plant::moves_on && i >= 0)) turn_[at(j)] = (i + 1) % kPorts;
      if (reset) turn_[at(j)] = 0;
    }
    ++age_;
  }

  static constexpr int kPatience = 3;  // clocks after which one word goes alone
  Plant plant_;
  int age_ = 0;
  std::array<std::vector<int>, kPorts> buffer_;
  std::array<int, kPorts> turn_{}, locked_{}, waited_{};
};

const std::vector<std::string> kWords{"req_i[4]",   "gnt_o[4]",   "dest_i[8]", "data_i[64]",
                                      "valid_o[4]", "ready_i[4]", "data_o[64]"};

verify::WiredReport run(Plant plant, const std::vector<std::string>& contract = {}) {
  const auto module = software_module(rtl::RtlKind::crossbar, kWords, contract);
  return run_software(
      module, [&](std::uint32_t) { return std::make_unique<Crossbar>(module.wiring, plant); });
}

}  // namespace

TEST_CASE("A crossbar that carries each word once, in order, to its output keeps its contract") {
  const verify::WiredReport report = run(Plant::none);
  INFO(report.fault);
  CHECK(report.rule.empty());
  CHECK(report.served == kPorts * kPorts);
}

TEST_CASE("Each known fault of a crossbar is caught by the promise it breaks") {
  const struct {
    Plant plant;
    const char* rule;
  } faults[] = {{Plant::wrong_output, "dest"}, {Plant::corrupted, "data"},
                {Plant::of_another, "dest"},   {Plant::lost, "lost"},
                {Plant::twice, "once"},        {Plant::swapped, "order"},
                {Plant::valid_drops, "held"},  {Plant::moves_on, "held"},
                {Plant::starves, "fair"},      {Plant::valid_waits_for_ready, "valid first"}};
  for (const auto& [plant, rule] : faults) {
    const verify::WiredReport report = run(plant);
    INFO(static_cast<int>(plant) << ": " << report.label << ": " << report.fault);
    CHECK(report.rule == rule);
  }
}
