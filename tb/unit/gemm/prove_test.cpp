// SPDX-License-Identifier: Apache-2.0
// The executor accepts a program written by hand from the paper and every program we make.
#include "jacquard/gemm/prove/prove.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "unit/gemm/programs.hpp"

namespace jacquard::gemm {
namespace {

Buffer buffer(const char* name, std::int64_t rows, std::int64_t columns, Matrix holds) {
  return {name, rows, columns, holds};
}

Op communication(OpKind kind, Direction direction, Axis axis, int from, int to) {
  Op op;
  op.kind = kind;
  op.direction = direction;
  op.axis = axis;
  op.from = from;
  op.to = to;
  return op;
}

// Collective, output-stationary, on 2 x 2 chips: MeshSlice figure 2b.
Program by_hand() {
  Program p;
  p.request.algorithm = Algorithm::collective;
  p.request.mesh = {2, 2, 1};
  p.request.shape = {4, 6, 8};
  p.buffers = {buffer("A", 2, 4, Matrix::a), buffer("B", 4, 3, Matrix::b),
               buffer("C", 2, 3, Matrix::c), buffer("A gathered", 2, 8, Matrix::a),
               buffer("B gathered", 8, 3, Matrix::b)};
  p.ops.push_back(communication(OpKind::gather, Direction::row, Axis::columns, 0, 3));
  p.ops.push_back(communication(OpKind::gather, Direction::column, Axis::rows, 1, 4));
  Op product;
  product.from = 3;
  product.right = 4;
  product.to = 2;
  product.after = {0, 1};
  p.ops.push_back(product);
  return p;
}

Dense dense(std::int64_t rows, std::int64_t columns, std::vector<std::uint64_t> values) {
  Dense matrix(rows, columns);
  matrix.values = std::move(values);
  return matrix;
}

TEST_CASE("Products of matrices are those of the definition, whatever is stored transposed") {
  const Dense a = dense(2, 3, {1, 2, 3, 4, 5, 6});
  const Dense b = dense(3, 2, {7, 8, 9, 10, 11, 12});
  const std::vector<std::uint64_t> ab = {58, 64, 139, 154};
  Dense c(2, 2);
  multiply(a, b, {}, false, c);
  CHECK(c.values == ab);
  multiply(transposed(a), b, {true, false}, false, c);
  CHECK(c.values == ab);
  multiply(a, transposed(b), {false, true}, false, c);
  CHECK(c.values == ab);
  multiply(transposed(a), transposed(b), {true, true}, true, c);
  CHECK(c.values == std::vector<std::uint64_t>{116, 128, 278, 308});
}

TEST_CASE("A program written by hand from the paper computes the product") {
  const Proof proof = prove(by_hand(), 1);
  CHECK(proof.fault == "");
  CHECK(proof.operations == 3);
  CHECK(proof.messages == 8);  // two gathers in two groups of two
}

TEST_CASE("The first wrong entry is named, with its chip and the order") {
  Program p = by_hand();
  p.ops.back().after.pop_back();
  CHECK_THAT(prove(p, 1).fault,
             Catch::Matches("C\\[0, 0\\] at chip 0 \\(row 0, column 0\\) is -?[0-9]+, not "
                            "-?[0-9]+ \\(column links starved\\)"));
}

TEST_CASE("Every algorithm computes the product in all dataflows, transposed or not") {
  for (const Algorithm algorithm :
       {Algorithm::cannon, Algorithm::summa, Algorithm::collective, Algorithm::wang,
        Algorithm::meshslice, Algorithm::tp, Algorithm::fsdp, Algorithm::solomonik}) {
    int proved = 0;
    for (const ProofCase& proof : cases_of(algorithm, {4, 3, 1})) {
      if (!proof.refused.empty()) continue;
      INFO(name_of(algorithm) << " " << name_of(proof.request.dataflow) << " on "
                              << text_of(proof.request.mesh) << " in " << proof.request.slices
                              << (proof.request.transposed ? " transposed" : ""));
      CHECK(prove(proof.request, 1, effort_of(proof)).fault == "");
      ++proved;
    }
    CHECK(proved >= 18);
  }
}

// Sides are random multiples of what the mesh cuts them into.
Request random_request(base::Rng& rng) {
  const auto pick = [&](int most) { return static_cast<int>(rng.between(1, most)); };
  Request r;
  r.algorithm = static_cast<Algorithm>(pick(8) - 1);
  r.dataflow = static_cast<Dataflow>(pick(3) - 1);
  r.transposed = rng.chance(0.5);
  r.mesh = {pick(5), pick(5), 1};
  if (r.algorithm == Algorithm::tp) r.mesh.rows = 1;
  if (r.algorithm == Algorithm::fsdp) r.mesh.columns = 1;
  if (r.algorithm == Algorithm::cannon) r.mesh.columns = r.mesh.rows;
  if (r.algorithm == Algorithm::solomonik) r.mesh = {4, 4, 1 << (pick(3) - 1)};
  r.block = pick(3);
  r.packets = pick(4) - 1;
  const int lcm = std::lcm(r.mesh.rows, r.mesh.columns);
  r.shape = {std::int64_t{lcm} * pick(6), std::int64_t{lcm} * pick(6), std::int64_t{lcm} * pick(6)};
  const std::vector<int> slices = legal_slices(r);
  r.slices = base::at(slices, static_cast<int>(rng.below(slices.size())));
  return r;
}

TEST_CASE(
    "Requests at random, of any legal sides, slices, blocks and packets, compute the product") {
  base::Rng rng(17, "requests of gemm");
  for (int i = 0; i < 400; ++i) {
    const Request r = random_request(rng);
    INFO(i << ": " << name_of(r.algorithm) << " " << name_of(r.dataflow) << " on "
           << text_of(r.mesh) << ", " << text_of(r.shape) << " in " << r.slices << " slices of "
           << r.block << (r.transposed ? ", transposed" : ""));
    CHECK(prove(r, static_cast<std::uint64_t>(i), effort_of({r, ""})).fault == "");
  }
}

TEST_CASE("Any collective algorithm may do the gathers and sums") {
  using collective::Method;
  for (const Method method :
       {Method::two_way_ring, Method::shorter_way_ring, Method::direct, Method::halving_doubling,
        Method::double_binary_tree, Method::chain}) {
    for (const Dataflow dataflow : {Dataflow::os, Dataflow::ls, Dataflow::rs}) {
      const Request r = telling_request(Algorithm::meshslice, dataflow, {4, 2, 1}, 3);
      Effort effort = effort_of({r, ""});
      effort.algorithm = {method, 0};
      CHECK(prove(r, 1, effort).fault == "");
    }
  }
}

TEST_CASE("A proof is the same for the same seed, and its numbers are others for another") {
  const Program p = program_of(telling_request(Algorithm::meshslice, Dataflow::ls, {2, 3, 1}, 2));
  Program wrong = p;
  wrong.ops.pop_back();
  CHECK(prove(wrong, 1).fault != "");
  CHECK(prove(wrong, 1).fault == prove(wrong, 1).fault);
  CHECK(prove(wrong, 1).fault != prove(wrong, 2).fault);
}

TEST_CASE("What is too large to move number by number is refused") {
  Request r = telling_request(Algorithm::meshslice, Dataflow::os, {2, 2, 1}, 1);
  r.shape = {1 << 14, 1 << 14, 1 << 14};
  CHECK_THROWS_AS(prove(r, 1), base::ConfigError);
}

}  // namespace
}  // namespace jacquard::gemm
