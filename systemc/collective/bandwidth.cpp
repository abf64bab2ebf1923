// SPDX-License-Identifier: Apache-2.0
#include "systemc/collective/bandwidth.hpp"

namespace jacquard::run {
namespace {

using rounds::CollectiveKind;

// Bytes that an NPU must send for each byte that counts as data, in a group of n.
double least_traffic(CollectiveKind kind, double n) {
  switch (kind) {
    case CollectiveKind::all_reduce:
      return 2 * (n - 1) / n;
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
      return (n - 1) / n;
    case CollectiveKind::broadcast:
    case CollectiveKind::send:
    case CollectiveKind::reduce:
    case CollectiveKind::permute:
      break;
  }
  return 1;
}

}  // namespace

double algorithm_bandwidth(const collective::CollectiveRequest& request, base::Picoseconds time) {
  const double seconds = base::to_seconds(time).count();
  if (seconds <= 0) return 0;
  const auto bytes = static_cast<double>(request.bytes.count());
  const bool gathers = request.kind == CollectiveKind::all_gather;
  return (gathers ? bytes * request.members() : bytes) / seconds;
}

double bus_bandwidth(const collective::CollectiveRequest& request, base::Picoseconds time) {
  return algorithm_bandwidth(request, time) * least_traffic(request.kind, request.members());
}

}  // namespace jacquard::run
