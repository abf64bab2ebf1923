// SPDX-License-Identifier: Apache-2.0
// How long a slot must be when every one pays for latency and guard (Chronos s6): the accounting of
// a globally synchronised fabric, second to SlotClock's, in which a held setting pays once.
#pragma once

#include "jacquard/base/units.hpp"

namespace jacquard::demand {

struct SlotDuration {
  base::Bytes smallest_transfer{1};           // b, the least that one collective call sends
  base::BitsPerSecond rate{800'000'000'000};  // c
  base::Picoseconds latency{0};               // t_max, one way between the farthest endpoints
  base::Picoseconds guard{0};                 // t_x

  base::Picoseconds transfer() const;  // b/c
  base::Picoseconds total() const;     // T = b/c + t_max + t_x
  double eta() const;                  // (b/c) / T, the share of time in which data flows
};

// Bytes one step of a ring over the data-parallel replicas sends when the gradients (4 bytes each)
// of one layer are reduced: 4 p_l / (TP DP), rounded up. All arguments > 0.
base::Bytes gradient_chunk(double parameters_per_layer, int tensor_parallel, int data_parallel);

// Largest t_max with which `transfer` per slot still reaches `eta` (0 < eta < 1); negative if the
// guard alone costs more.
base::Picoseconds latency_for_eta(double eta, base::Picoseconds transfer, base::Picoseconds guard);

// Smallest b that reaches `eta`: c eta/(1 - eta) (t_max + t_x).
base::Bytes transfer_for_eta(double eta, base::BitsPerSecond rate, base::Picoseconds latency,
                             base::Picoseconds guard);

}  // namespace jacquard::demand
