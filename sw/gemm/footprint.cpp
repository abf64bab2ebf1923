// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/footprint.hpp"

#include <algorithm>
#include <numeric>

#include "jacquard/gemm/programs/roles.hpp"

namespace jacquard::gemm {
namespace {

constexpr std::array<Direction, 2> kPlane = {Direction::row, Direction::column};

// In values, not bytes.
std::int64_t held(const Request& r, Matrix matrix) {
  const Stored own = shard(r, matrix);
  return own.rows * own.columns;
}

bool shifts(Algorithm algorithm) {
  return algorithm == Algorithm::cannon || algorithm == Algorithm::solomonik;
}

// Each of P - 1 other shards passes once; a skew goes half the ring at most.
std::int64_t sent(const Request& r, Direction direction) {
  const std::int64_t chips = r.mesh.size(direction);
  const std::int64_t hops = shifts(r.algorithm) ? chips / 2 + chips / r.mesh.layers - 1 : chips - 1;
  return chips == 1 ? 0 : hops * held(r, moves(r, direction));
}

// A and B come from layer 0 by a chain, C goes back to it by another: their last chips send
// nothing.
std::int64_t sent_between_layers(const Request& r) {
  const std::int64_t inputs = held(r, Matrix::a) + held(r, Matrix::b);
  const std::int64_t sums = held(r, Matrix::c);
  if (r.mesh.layers == 1) return 0;
  return r.mesh.layers == 2 ? std::max(inputs, sums) : inputs + sums;
}

std::int64_t sliced_buffers(const Request& r, std::int64_t slices) {
  std::int64_t values = 0;
  for (const Direction direction : kPlane) {
    const std::int64_t chips = r.mesh.size(direction);
    const std::int64_t part = held(r, moves(r, direction)) / slices;
    const std::int64_t parts = (slices > 1 ? 1 : 0) + (chips > 1 ? chips : 0);
    values += std::min<std::int64_t>(slices, 2) * parts * part;
  }
  return values;
}

std::int64_t wang_buffers(const Request& r) {
  const std::int64_t steps = steps_of(r);
  if (steps == 1) return sliced_buffers(r, 1);
  const Mover ring = mover(r, overlapped(r));
  const Mover other = mover(r, across(ring.direction));
  const std::int64_t chips = r.mesh.size(ring.direction);
  const std::int64_t group = r.mesh.size(other.direction);
  const std::int64_t block = held(r, ring.matrix);
  const Stored own = shard(r, other.matrix);
  const std::int64_t width = length(shard(r, ring.matrix), ring.axis);
  const Stored cut = with_length(own, other.axis, width);
  const std::int64_t part = cut.rows * cut.columns;
  const std::int64_t turns = std::min<std::int64_t>(chips - 1, 2);
  std::int64_t values = (group > 1 ? group * held(r, other.matrix) : 0) + 2 * part;
  values += (ring.output ? 2 : 1) * turns * block;
  // Blocks that a step joins: as many in each, or one more.
  const std::int64_t few = (chips - 1) / (steps - 1);
  const std::int64_t larger = (chips - 1) % (steps - 1);
  const auto joined = [&](std::int64_t count, std::int64_t so_many_steps) {
    return count > 1 ? std::min<std::int64_t>(so_many_steps, 2) * count * (block + part) : 0;
  };
  return values + joined(few, steps - 1 - larger) + joined(few + 1, larger);
}

std::int64_t summa_buffers(const Request& r) {
  const std::int64_t panels = std::lcm(r.mesh.rows, r.mesh.columns);
  const std::int64_t iterations = steps_of(r);
  const std::int64_t merged = panels / iterations;
  const std::int64_t turns = std::min<std::int64_t>(iterations, 2);
  std::int64_t values = 0;
  for (const Direction direction : kPlane) {
    const Mover moving = mover(r, direction);
    const std::int64_t own = held(r, moving.matrix);
    const std::int64_t chips = r.mesh.size(direction);
    const std::int64_t each = panels / chips;  // panels that a chip has
    const std::int64_t panel = own / each;
    if (chips == 1) {
      values += iterations > 1 ? 2 * (own / iterations) : 0;
      continue;
    }
    values += turns * merged * panel;
    if (moving.output) {
      values += (merged > 1 ? 2 * panel : 0) + (each > 1 ? own : 0);
    } else {
      values += (each > 1 ? 2 * panel : 0) + (merged > 1 ? 2 * panel : 0);
    }
  }
  return values;
}

std::int64_t cannon_buffers(const Request& r) {
  if (r.mesh.rows == 1) return 0;
  const std::int64_t steps = r.mesh.rows / r.mesh.layers;
  std::int64_t values = 0;
  for (const Direction direction : kPlane) {
    const Mover moving = mover(r, direction);
    std::int64_t copies = std::min<std::int64_t>(steps, 2);
    if (moving.output) copies += std::min<std::int64_t>(steps - 1, 2);
    values += copies * held(r, moving.matrix);
  }
  if (r.mesh.layers == 1) return values;
  return values + held(r, Matrix::a) + held(r, Matrix::b) + held(r, Matrix::c);
}

std::int64_t buffers(const Request& r) {
  switch (r.algorithm) {
    case Algorithm::collective:
      return sliced_buffers(r, 1);
    case Algorithm::wang:
    case Algorithm::tp:
    case Algorithm::fsdp:
      return wang_buffers(r);
    case Algorithm::summa:
      return summa_buffers(r);
    case Algorithm::cannon:
    case Algorithm::solomonik:
      return cannon_buffers(r);
    case Algorithm::meshslice:
      break;
  }
  return sliced_buffers(r, r.slices);
}

}  // namespace

Footprint footprint_of(const Request& request) {
  const auto bytes = [&](std::int64_t values) {
    return base::Bytes{values * request.element_bytes};
  };
  return {bytes(sent(request, Direction::row)), bytes(sent(request, Direction::column)),
          bytes(sent_between_layers(request)), bytes(buffers(request))};
}

}  // namespace jacquard::gemm
