// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <numeric>

#include "unit/gemm/requests.hpp"
#include "unit/gemm/timeline.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

constexpr std::array<Algorithm, 8> kAlgorithms = {
    Algorithm::cannon,    Algorithm::summa, Algorithm::collective, Algorithm::wang,
    Algorithm::meshslice, Algorithm::tp,    Algorithm::fsdp,       Algorithm::solomonik};
constexpr MatrixShape kShape{480, 480, 480};

int count(const Program& program, OpKind kind, Direction direction) {
  int found = 0;
  for (const Op& op : program.ops) found += op.kind == kind && op.direction == direction;
  return found;
}

// Bytes that chips put into operations of this kind, passing on left out.
std::int64_t handed_in(const Program& program, OpKind kind) {
  std::int64_t bytes = 0;
  for (const Op& op : program.ops) {
    if (op.kind == kind) bytes += program.bytes_of(op).count();
  }
  return bytes;
}

// Every operation reads what was written, waits for earlier ones only, and every buffer is read.
void check_structure(const Program& program) {
  std::vector<bool> written(program.buffers.size(), false);
  std::vector<bool> read(program.buffers.size(), false);
  base::at(written, program.a) = base::at(written, program.b) = true;
  base::at(read, program.c) = true;
  int self = 0;
  for (const Op& op : program.ops) {
    const bool sums = op.kind == OpKind::add || (op.kind == OpKind::multiply && op.accumulates);
    for (const int from : {op.from, op.right, sums ? op.to : op.from}) {
      if (from == Op::kNone) continue;
      REQUIRE(base::at(written, from));
      base::at(read, from) = true;
    }
    base::at(written, op.to) = true;
    for (const int earlier : op.after) REQUIRE((earlier >= 0 && earlier < self));
    ++self;
  }
  CHECK(std::count(written.begin(), written.end(), false) == 0);
  CHECK(std::count(read.begin(), read.end(), false) == 0);
}

}  // namespace

TEST_CASE("no operation reads what nobody wrote, and no buffer is idle", "[gemm]") {
  int programs = 0;
  for (const Algorithm algorithm : kAlgorithms) {
    for (const Dataflow dataflow : kDataflows) {
      for (const Mesh mesh : {Mesh{1, 1, 1}, Mesh{1, 5, 1}, Mesh{6, 1, 1}, Mesh{4, 2, 1},
                              Mesh{3, 4, 1}, Mesh{4, 4, 1}, Mesh{4, 4, 2}}) {
        Request request = make_request(algorithm, dataflow, mesh, kShape);
        for (const int slices : legal_slices(request)) {
          request.slices = slices;
          check_structure(program_of(request));
          ++programs;
        }
      }
    }
  }
  CHECK(programs > 250);
}

TEST_CASE("however sliced, MeshSlice sends what Collective, Wang and SUMMA send", "[gemm]") {
  // MeshSlice s2.3.1: (P - 1) shards of the matrix that moves in the direction.
  const std::int64_t m = 480, n = 960, k = 1440;
  for (const Dataflow dataflow : kDataflows) {
    for (const Mesh mesh : {Mesh{4, 2, 1}, Mesh{3, 5, 1}, Mesh{1, 6, 1}, Mesh{4, 4, 1}}) {
      const std::int64_t row = dataflow == Dataflow::ls ? m * n : m * k;
      const std::int64_t column = dataflow == Dataflow::rs ? m * n : n * k;
      for (const Algorithm algorithm :
           {Algorithm::meshslice, Algorithm::collective, Algorithm::wang, Algorithm::summa}) {
        Request request = make_request(algorithm, dataflow, mesh, {m, n, k});
        for (const int slices : legal_slices(request)) {
          request.slices = slices;
          const Program program = program_of(request);
          CHECK(bytes_sent(program, Direction::row).count() ==
                (mesh.columns - 1) * (row / mesh.chips()) * 2);
          CHECK(bytes_sent(program, Direction::column).count() ==
                (mesh.rows - 1) * (column / mesh.chips()) * 2);
          CHECK(bytes_sent(program, Direction::depth).count() == 0);
        }
      }
    }
  }
}

TEST_CASE("Cannon skews by half the ring at most, then passes P - 1 times", "[gemm]") {
  for (const Dataflow dataflow : kDataflows) {
    for (const int side : {2, 3, 4, 5}) {
      const Program program =
          program_of(make_request(Algorithm::cannon, dataflow, {side, side, 1}, kShape));
      const std::int64_t shard = 480 * 480 * 2 / side / side;
      for (const Direction direction : {Direction::row, Direction::column}) {
        CHECK(count(program, OpKind::permute, direction) == side);
        // An un-skew starts one step behind: its longest way is no longer.
        CHECK(bytes_sent(program, direction).count() == (side / 2 + side - 1) * shard);
      }
    }
  }
}

TEST_CASE("the paper's traffic of 2.5D and MeshSlice on 1024 chips", "[gemm]") {
  // MeshSlice s7: (M, N, K) = (1024K, 12K, 48K). 2.5D on 16x16x4 hands 4 x (384 + 4.5) MiB to
  // shifts
  // ("1.6 GB"); with A at rest 4 x (96 + 4.5) = 402 MiB (field notes).
  constexpr std::int64_t kMiB = 1 << 20;
  const std::int64_t large = 1 << 20;
  const MatrixShape shape{large, 12 << 10, 48 << 10};
  const Mesh cube{16, 16, 4};
  const auto shifted = [&](Dataflow dataflow) {
    return 2 * handed_in(program_of(make_request(Algorithm::solomonik, dataflow, cube, shape)),
                         OpKind::permute);
  };
  CHECK(shifted(Dataflow::os) == 2 * 4 * 384 * kMiB + 4 * 9 * kMiB);
  CHECK(shifted(Dataflow::ls) == 2 * 402 * kMiB);
  // MeshSlice on 32x8, four copies: 31 x 4.5 + 7 x 24 MiB; the paper counts 32 and 8.
  const Program sliced = program_of(make_request(Algorithm::meshslice, Dataflow::ls, {32, 8, 1},
                                                 {large / 4, shape.n, shape.k}, 8));
  CHECK(2 * bytes_sent(sliced, Direction::column).count() == 31 * 9 * kMiB);
  CHECK(bytes_sent(sliced, Direction::row).count() == 7 * 24 * kMiB);
}

TEST_CASE("2.5D brings the inputs to every layer and sums C over them", "[gemm]") {
  const Program program =
      program_of(make_request(Algorithm::solomonik, Dataflow::rs, {4, 4, 2}, kShape));
  CHECK(count(program, OpKind::broadcast, Direction::depth) == 2);
  CHECK(count(program, OpKind::reduce, Direction::depth) == 1);
  CHECK(count(program, OpKind::multiply, Direction::row) == 2);  // 4 steps on 2 layers
  // Of two layers, layer 0 sends A and B, layer 1 the sum.
  CHECK(bytes_sent(program, Direction::depth).count() == 2 * 480 * 480 * 2 / 16);
}

TEST_CASE("Wang launches one send a step and passes P - 1 blocks", "[gemm]") {
  for (const Dataflow dataflow : kDataflows) {
    for (const Direction direction : {Direction::row, Direction::column}) {
      for (int steps = 1; steps <= 6; ++steps) {
        Request request = make_request(Algorithm::wang, dataflow, {6, 6, 1}, kShape, steps);
        request.overlapped = direction;
        const Program program = program_of(request);
        int launched = 0;
        for (const Op& op : program.ops) launched += op.kind == OpKind::permute && op.launched;
        CHECK(launched == steps - 1);
        CHECK(count(program, OpKind::permute, direction) == (steps > 1 ? 5 : 0));
        CHECK(count(program, OpKind::multiply, Direction::row) == steps);
      }
    }
  }
}

TEST_CASE("gathered buffers are double and as large as a slice", "[gemm]") {
  // os on 4x2: gathered m/4 x k/S and k/S x n/2; slices of them k/2 and k/4 of the shards.
  const std::int64_t m = 480, n = 480, k = 480;
  const auto bytes = [&](int slices) {
    Request request =
        make_request(Algorithm::meshslice, Dataflow::os, {4, 2, 1}, {m, n, k}, slices);
    request.block = 1;
    return gathered_bytes(program_of(request)).count();
  };
  const std::int64_t gathered = (m / 4 * k + k * n / 2) * 2;
  const std::int64_t shards = (m / 4 * k / 2 + k / 4 * n / 2) * 2;
  CHECK(bytes(1) == gathered);
  for (const int slices : {2, 4, 6, 12}) CHECK(bytes(slices) == 2 * (gathered + shards) / slices);
}

TEST_CASE("MeshSlice reaches the paper's time with two buffers", "[gemm]") {
  // s3.2.2: prologue + (S - 1) max(a, b, g) + g; prologue max(a, b), or a + b where C moves.
  for (const Dataflow dataflow : kDataflows) {
    for (const int slices : {1, 2, 3, 5, 6}) {
      const Program program = program_of(
          make_request(Algorithm::meshslice, dataflow, {4, 2, 1}, {960, 960, 960}, slices));
      for (const std::int64_t a : {1, 7, 10}) {
        for (const std::int64_t b : {2, 7, 20}) {
          for (const std::int64_t g : {1, 7, 15, 30}) {
            const std::int64_t ends = ends_at(program, [&](const Op& op) {
              return !op.communicates() ? g : op.direction == Direction::row ? a : b;
            });
            const std::int64_t prologue = dataflow == Dataflow::os ? std::max(a, b) : a + b;
            CHECK(ends == prologue + (slices - 1) * std::max({a, b, g}) + g);
          }
        }
      }
    }
  }
}

TEST_CASE("Wang's loop hides its sends behind as many products", "[gemm]") {
  // Field notes: A_other + G / U + (U - 1) max(G / U, send), U = P.
  for (const Dataflow dataflow : kDataflows) {
    for (const Direction direction : {Direction::row, Direction::column}) {
      Request request = make_request(Algorithm::wang, dataflow, {6, 6, 1}, kShape, 6);
      request.overlapped = direction;
      const Program program = program_of(request);
      for (const std::int64_t send : {1, 5, 12}) {
        const std::int64_t whole = 17;
        const std::int64_t g = 5;
        const std::int64_t ends = ends_at(program, [&](const Op& op) {
          return !op.communicates() ? g : op.kind == OpKind::permute ? send : whole;
        });
        CHECK(ends == whole + g + 5 * std::max(g, send));
      }
    }
  }
}

TEST_CASE("Cannon and SUMMA overlap all but their first steps", "[gemm]") {
  const std::int64_t skew = 17;
  const std::int64_t g = 5;
  for (const Dataflow dataflow : kDataflows) {
    const bool os = dataflow == Dataflow::os;
    const Program cannon = program_of(make_request(Algorithm::cannon, dataflow, {4, 4, 1}, kShape));
    const Program summa =
        program_of(make_request(Algorithm::summa, dataflow, {4, 3, 1}, kShape, 0));
    for (const std::int64_t send : {1, 5, 12}) {
      const auto duration = [&](const Op& op) {
        const bool skews = op.shift.by_row != 0 || op.shift.by_column != 0;
        return !op.communicates() ? g : skews ? skew : send;
      };
      // Two skews beside each other, or a skew before and the sums' behind.
      CHECK(ends_at(cannon, duration) == (os ? 1 : 2) * skew + g + 3 * std::max(g, send));
      CHECK(ends_at(summa, duration) == (os ? 1 : 2) * send + g + 11 * std::max(g, send));
    }
  }
}
