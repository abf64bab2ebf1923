// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/at.hpp"
#include "jacquard/gemm/tune/passes.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

// Sizes that tell X, W and Y and their transposed ones apart.
const Layer kLayer = {"up", 1'024, 48, 80, true, false};

// Where table 1 of the paper has X, W and Y (or their gradients) in each pass of a row of it.
struct Roles {
  Stationary stays;
  std::array<Matrix, 3> x, w, y;
};
constexpr auto A = Matrix::a;
constexpr auto B = Matrix::b;
constexpr auto C = Matrix::c;
const Roles kTable[] = {{Stationary::y, {A, C, A}, {B, B, C}, {C, A, B}},
                        {Stationary::x, {A, C, B}, {B, B, C}, {C, A, A}},
                        {Stationary::w, {A, C, A}, {B, A, C}, {C, B, B}}};

// The matrix of a program that does not move.
Matrix stationary(Dataflow dataflow) {
  return dataflow == Dataflow::os ? C : dataflow == Dataflow::ls ? A : B;
}

}  // namespace

TEST_CASE("Passes are those of table 1: each matrix and its gradient are stored alike") {
  for (const Roles& row : kTable) {
    const Choice choice{row.stays, false};
    const bool x_turned = choice.input() == Layout::transposed;
    const bool w_turned = row.stays == Stationary::x;  // W^T is kept (s3.2.1)
    for (const Pass pass : kPasses) {
      const int i = static_cast<int>(pass);
      const Request r = request_of(kLayer, choice, pass, {2, 2, 1});
      const auto sides = [&](const std::array<Matrix, 3>& of, bool turned) {
        const Stored s = stored(r, base::at(of, i));
        return turned ? std::pair(s.columns, s.rows) : std::pair(s.rows, s.columns);
      };
      INFO(name_of(row.stays) << " " << name_of(pass));
      CHECK(sides(row.x, x_turned) == std::pair(kLayer.rows, kLayer.inputs));
      CHECK(sides(row.w, w_turned) == std::pair(kLayer.inputs, kLayer.outputs));
      CHECK(sides(row.y, false) == std::pair(kLayer.rows, kLayer.outputs));
      const auto& kept = row.stays == Stationary::x   ? row.x
                         : row.stays == Stationary::w ? row.w
                                                      : row.y;
      CHECK(base::at(kept, i) == stationary(r.dataflow));
    }
  }
}

TEST_CASE("A transposed choice is the same products, both layouts swapped") {
  for (const Stationary stays : {Stationary::y, Stationary::x, Stationary::w}) {
    const Choice plain{stays, false};
    const Choice turned{stays, true};
    CHECK(plain.input() != turned.input());
    CHECK(plain.output() != turned.output());
    CHECK((plain.input() == plain.output()) == (stays != Stationary::w));
    for (const Pass pass : kPasses) {
      const Request a = request_of(kLayer, plain, pass, {4, 2, 1});
      const Request b = request_of(kLayer, turned, pass, {4, 2, 1});
      CHECK(a.dataflow == b.dataflow);
      CHECK(text_of(a.shape) == text_of(b.shape));
      CHECK(b.transposed);
    }
  }
}

TEST_CASE("The largest of X, W and Y is the one that stays by the paper's rule") {
  CHECK(largest_of({"", 1'000, 10, 30, false, false}) == Stationary::y);
  CHECK(largest_of({"", 1'000, 30, 10, false, false}) == Stationary::x);
  CHECK(largest_of({"", 1'000, 30, 30, false, false}) == Stationary::x);
  CHECK(largest_of({"", 10, 1'000, 1'000, false, false}) == Stationary::w);
}
