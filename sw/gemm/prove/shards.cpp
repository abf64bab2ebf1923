// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/shards.hpp"

#include <fmt/format.h>

namespace jacquard::gemm {

Factors random_factors(const MatrixShape& shape, std::uint64_t seed) {
  base::Rng rng(seed, "gemm factors");
  Factors factors;
  factors.a = random_dense(shape.m, shape.k, rng);
  factors.b = random_dense(shape.k, shape.n, rng);
  factors.c = Dense(shape.m, shape.n);
  multiply(factors.a, factors.b, {}, false, factors.c);
  return factors;
}

Factors transposed(const Factors& factors) {
  return {transposed(factors.b), transposed(factors.a), transposed(factors.c)};
}

std::vector<ChipState> dealt(const Program& program, const Factors& factors) {
  const Request& request = program.request;
  const Dense a = request.dataflow == Dataflow::rs ? transposed(factors.a) : factors.a;
  const Dense b = request.dataflow == Dataflow::ls ? transposed(factors.b) : factors.b;
  std::vector<ChipState> chips(base::index(request.mesh.chips()));
  for (int i = 0; i < request.mesh.chips(); ++i) {
    ChipState& chip = base::at(chips, i);
    chip.place = request.mesh.place(i);
    for (const Buffer& buffer : program.buffers) {
      chip.buffers.emplace_back(buffer.rows, buffer.columns);
    }
    if (chip.place.layer > 0) continue;
    Dense& shard_a = base::at(chip.buffers, program.a);
    Dense& shard_b = base::at(chip.buffers, program.b);
    cut(a, chip.place.row * shard_a.rows, chip.place.column * shard_a.columns, shard_a);
    cut(b, chip.place.row * shard_b.rows, chip.place.column * shard_b.columns, shard_b);
  }
  return chips;
}

std::string wrong_entry(const Program& program, const std::vector<ChipState>& chips,
                        const Dense& c) {
  for (std::size_t i = 0; i < chips.size(); ++i) {
    const Place& place = chips[i].place;
    const Dense& shard = base::at(chips[i].buffers, program.c);
    if (place.layer > 0) continue;
    for (std::int64_t r = 0; r < shard.rows; ++r) {
      for (std::int64_t column = 0; column < shard.columns; ++column) {
        const std::int64_t row = place.row * shard.rows + r;
        const std::int64_t in_all = place.column * shard.columns + column;
        const auto got = static_cast<std::int64_t>(shard.at(r, column));
        const auto expected = static_cast<std::int64_t>(c.at(row, in_all));
        if (got == expected) continue;
        return fmt::format("C[{}, {}] at chip {} (row {}, column {}) is {}, not {}", row, in_all, i,
                           place.row, place.column, got, expected);
      }
    }
  }
  return "";
}

}  // namespace jacquard::gemm
