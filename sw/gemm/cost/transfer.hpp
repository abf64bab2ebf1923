// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/chip.hpp"
#include "jacquard/gemm/mesh_network.hpp"
#include "jacquard/gemm/request.hpp"

namespace jacquard::gemm {

// Communication time by what it goes to (MeshSlice figure 10); seconds.
struct TransferTime {
  double launch = 0;
  double sync = 0;
  double transfer = 0;

  double total() const { return launch + sync + transfer; }
  friend TransferTime operator*(double k, const TransferTime& t) {
    return {k * t.launch, k * t.sync, k * t.transfer};
  }
  friend TransferTime operator+(const TransferTime& a, const TransferTime& b) {
    return {a.launch + b.launch, a.sync + b.sync, a.transfer + b.transfer};
  }
};

// What a product takes, all in all; seconds.
struct GemmTime {
  double seconds = 0;
  double compute = 0;
  TransferTime communication;  // of both directions, hidden or not
};

// launch + hops sync + bytes / bandwidth (MeshSlice s3.2.2), `bytes` being those of all hops
// together. Nothing where there is no hop. The depth has the figures of columns.
TransferTime transfer_time(const Chip& chip, Transfer transfer, Direction direction, double hops,
                           double bytes);

// What moves in a direction, as a gather or a scatter of 1/`slices` of every chip's shard.
TransferTime slice_time(const Request& request, const Chip& chip, const MeshNetwork& network,
                        Direction direction, double slices);

// Of every chip, in bytes; of an untransposed request.
double shard_bytes(const Request& request, Matrix matrix);
Transfer transfer_of(Matrix moving);

// Seconds of all products of one chip at Chip::effective.
double product_seconds(const Request& request, const Chip& chip);

}  // namespace jacquard::gemm
