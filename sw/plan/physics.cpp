// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physics.hpp"

namespace jacquard::plan {

const char* name_of(Departure departure) {
  switch (departure) {
    case Departure::volumes:
      return "volumes";
    case Departure::latencies:
      return "latencies";
    case Departure::gemm:
      return "gemm";
    case Departure::attention:
      return "attention";
    case Departure::logits:
      return "logits";
    case Departure::optimizer:
      return "optimizer";
    case Departure::recompute:
      return "recompute";
    case Departure::accumulation:
      return "accumulation";
    case Departure::launch:
      return "launch";
    case Departure::order:
      return "order";
    case Departure::activations:
      return "activations";
  }
  return "";
}

}  // namespace jacquard::plan
