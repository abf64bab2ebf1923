// SPDX-License-Identifier: Apache-2.0
// Chronos s6: T = b/c + t_max + t_x and what follows from it.
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/demand/slot_duration.hpp"
#include "papers/published/chronos.hpp"

namespace jacquard::report {
namespace {

using base::BitsPerSecond;
using base::Bytes;
using base::Picoseconds;
using demand::SlotDuration;

constexpr double kLlama3ParametersPerLayer = 2.8e9;
constexpr Picoseconds kFastGuard{10'000};         // 10 ns
constexpr Picoseconds kMemsGuard{1'000'000'000};  // 1 ms
constexpr Picoseconds kOneLink200m{1'000'000};    // 1 us: 5 ns/m, as the paper's 10 us for 2 km
constexpr Picoseconds kTwoLinks200m{2'000'000};   // through the switch: both links
constexpr BitsPerSecond k400g{400'000'000'000};
constexpr Bytes kOneMegabyte{1'000'000};

double in_us(Picoseconds time) { return static_cast<double>(time.count()) / 1e6; }

Answer held_against(const Question& question, double ours, std::string remark) {
  return {ours, compared(question.number, ours), std::move(remark), {}, {}, {}};
}

SlotDuration llama3_slot(const Published& published, Picoseconds latency) {
  Bytes least{INT64_MAX};
  for (const Parallelism& p : published.llama3_405b) {
    least = std::min(least, demand::gradient_chunk(kLlama3ParametersPerLayer, p.tensor_parallel,
                                                   p.data_parallel));
  }
  return {least, BitsPerSecond{800'000'000'000}, latency, kFastGuard};
}

SlotDuration slot_400g(Picoseconds latency) { return {kOneMegabyte, k400g, latency, kFastGuard}; }

std::string contradiction() {
  const SlotDuration one = slot_400g(kOneLink200m), two = slot_400g(kTwoLinks200m);
  const Picoseconds most = demand::latency_for_eta(0.95, two.transfer(), kFastGuard);
  return fmt::format(
      "T = 22 us and an efficiency above .95 cannot share one t_max: b/c = {:.0f} us, so 22 us "
      "means "
      "t_max = 2 us (two links of 200 m at 5 ns/m) and an efficiency of {:.4f}; above .95 needs "
      "t_max <= {:.3f} us, and with one link (1 us) T = {:.2f} us and the efficiency is {:.4f}",
      in_us(two.transfer()), two.eta(), in_us(most), in_us(one.total()), one.eta());
}

}  // namespace

Answer llama3_transfer(const Question& question) {
  const SlotDuration slot = llama3_slot(question.published, Picoseconds{0});
  return held_against(
      question, in_us(slot.transfer()),
      fmt::format("b = 4 x 2.8e9 / (TP x DP) is least at TP 8, DP 128: {:.4f} MB, {:.3f} us at "
                  "800 Gb/s",
                  static_cast<double>(slot.smallest_transfer.count()) / 1e6,
                  in_us(slot.transfer())));
}

Answer llama3_loss(const Question& question) {
  const SlotDuration slot = llama3_slot(question.published, Picoseconds{10'000'000});
  const SlotDuration through = llama3_slot(question.published, Picoseconds{20'000'000});
  return held_against(
      question, 1 - slot.eta(),
      fmt::format("1 - b/c / (b/c + 10 us + 10 ns); counts one 2 km link as t_max, where the "
                  "paper's next example needs both links of a path: that would be 20 us and {:.4f}",
                  1 - through.eta()));
}

Answer slot_400g_duration(const Question&) {
  return {in_us(slot_400g(kTwoLinks200m).total() - kFastGuard),
          "paper-inconsistent",
          contradiction(),
          {},
          {},
          {}};
}

Answer slot_400g_efficiency(const Question&) {
  return {slot_400g(kTwoLinks200m).eta(),
          "paper-inconsistent",
          "ours is with the t_max that T = 22 us implies. " + contradiction(),
          {},
          {},
          {}};
}

Answer mems_transfer(const Question& question) {
  const Bytes two = demand::transfer_for_eta(0.75, k400g, kTwoLinks200m, kMemsGuard);
  const Bytes none = demand::transfer_for_eta(0.75, k400g, Picoseconds{0}, kMemsGuard);
  const SlotDuration printed{Bytes{150'000'000}, k400g, kTwoLinks200m, kMemsGuard};
  return held_against(
      question, static_cast<double>(two.count()) / 1e6,
      fmt::format("b = c x 3 (t_max + t_x) with t_max = 2 us; {:.1f} MB with t_max = 0. At exactly "
                  "150 MB and t_max = 2 us the efficiency is {:.5f}: the paper's figure is rounded",
                  static_cast<double>(none.count()) / 1e6, printed.eta()));
}

}  // namespace jacquard::report
