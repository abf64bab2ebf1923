// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/optimizer.hpp"

#include <algorithm>

namespace jacquard::workload {
namespace {

constexpr double kMaster = 4;
constexpr double kGradient = 4;
constexpr double kWeight = 2;     // that is multiplied
constexpr double kMoment = 4;     // in fp32
constexpr double kBlock = 2'048;  // values of a scale (Dettmers et al. 2021 s2.1)

constexpr std::pair<const char*, Optimizer> kNames[] = {{"adam", Optimizer::adam},
                                                        {"adam-8bit", Optimizer::adam_8bit},
                                                        {"muon", Optimizer::muon},
                                                        {"sgd", Optimizer::sgd},
                                                        {"adafactor", Optimizer::adafactor}};

// Moments and the like, beside the master weight.
double moment_bytes(Optimizer optimizer, const Updated& u) {
  const double adam = 2 * kMoment;
  switch (optimizer) {
    case Optimizer::adam_8bit:
      return 2 * (1 + kMoment / kBlock) * u.all;
    case Optimizer::muon:
      return kMoment * u.in_matrices + adam * (u.all - u.in_matrices);
    case Optimizer::sgd:
      return kMoment * u.all;
    case Optimizer::adafactor:
      return kMoment * (u.sums + u.all - u.in_matrices);
    case Optimizer::adam:
      break;
  }
  return adam * u.all;
}

// Beside the states' own, read and written.
double gradient_and_weight_bytes(Optimizer optimizer, const Updated& u) {
  const double once = (kGradient + kWeight) * u.all;
  // Muon writes the momentum in bf16, reads it for its norm, and reads what the iterations give.
  if (optimizer == Optimizer::muon) return once + 3 * kWeight * u.in_matrices;
  // Adafactor sums the squares, then the squares of the update, before it knows the update's size.
  if (optimizer == Optimizer::adafactor) return once + 2 * kGradient * u.in_matrices;
  return once;
}

// A few of each parameter.
double operations(Optimizer optimizer) {
  switch (optimizer) {
    case Optimizer::adam_8bit:
      return 24;  // and each moment into fp32 and back
    case Optimizer::sgd:
      return 4;
    default:
      return 12;
  }
}

Updated share_of(const Updated& u, double share) {
  return {share * u.all, share * u.in_matrices, share * u.sums};
}

double touched_bytes(Optimizer optimizer, const Updated& u) {
  return gradient_and_weight_bytes(optimizer, u) + 2 * state_bytes(optimizer, u, true);
}

}  // namespace

config::Codec<Optimizer> optimizer_codec() {
  return config::choice(config::Words<Optimizer>(std::begin(kNames), std::end(kNames)));
}

const char* name_of(Optimizer optimizer) {
  return std::find_if(std::begin(kNames), std::end(kNames),
                      [&](const auto& name) { return name.second == optimizer; })
      ->first;
}

const config::FieldTable<Offload>& offload_fields() {
  using config::field;
  using Rate = base::BytesPerSecond;
  static const config::FieldTable<Offload> table(
      "offload", "Optimizer states that the host keeps and updates.",
      {field<Offload>(
           "share", [](auto& o) -> auto& { return o.share; }, config::real_number(0, 1),
           "Of the parameters, those whose states the host has."),
       field<Offload>(
           "link", [](auto& o) -> auto& { return o.link; }, config::quantity(Rate{1}, Rate{1e15}),
           "Between an NPU and its host, each way; PCIe 5.0 x16."),
       field<Offload>(
           "host_bandwidth", [](auto& o) -> auto& { return o.host_bandwidth; },
           config::quantity(Rate{1}, Rate{1e15}),
           "Of the host's memory, for each NPU; a DGX H100's.")});
  return table;
}

double state_bytes(Optimizer optimizer, const Updated& u, bool master) {
  return (master ? kMaster * u.all : 0) + moment_bytes(optimizer, u);
}

ElementwiseWork update_work(Optimizer optimizer, const Updated& u) {
  return {operations(optimizer) * u.all, touched_bytes(optimizer, u)};
}

HostWork host_work(Optimizer optimizer, const Updated& u, const Offload& offload) {
  const Updated on_host = share_of(u, offload.share);
  // Both directions of the link and the memory work at once (overlap-cpu-optimizer-d2h-h2d).
  const double moved = kGradient * on_host.all / offload.link.count();
  return {std::max(moved, touched_bytes(optimizer, on_host) / offload.host_bandwidth.count())};
}

std::vector<GemmWork> newton_schulz(double rows, double columns, double count) {
  const double n = std::min(rows, columns);
  const double m = std::max(rows, columns);
  return {{n, n, m, count, NumberType::bf16},
          {n, n, n, count, NumberType::bf16},
          {n, m, n, count, NumberType::bf16}};
}

}  // namespace jacquard::workload
