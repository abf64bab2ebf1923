// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/slices.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

using namespace jacquard;
using studies::meshslice::SliceUse;

namespace {

gemm::Program program(gemm::Algorithm algorithm, gemm::Mesh mesh, int slices) {
  gemm::Request request;
  request.algorithm = algorithm;
  request.mesh = mesh;
  request.shape = {16, 16, 48};
  request.slices = slices;
  request.block = 2;
  return gemm::program_of(request);
}

}  // namespace

// The product of a slice is right only if column j of A meets row j of B (MeshSlice s3.1.1).
TEST_CASE("in each slice a chip has the columns of A and the rows of B in one order, all once") {
  const struct {
    gemm::Algorithm algorithm;
    gemm::Mesh mesh;
    int slices;
  } programs[] = {
      {gemm::Algorithm::meshslice, {4, 2, 1}, 3},  {gemm::Algorithm::meshslice, {2, 4, 1}, 6},
      {gemm::Algorithm::meshslice, {2, 2, 1}, 12}, {gemm::Algorithm::collective, {4, 2, 1}, 1},
      {gemm::Algorithm::summa, {4, 2, 1}, 0},      {gemm::Algorithm::cannon, {4, 4, 1}, 1}};
  for (const auto& of : programs) {
    const gemm::Program p = program(of.algorithm, of.mesh, of.slices);
    for (int chip = 0; chip < of.mesh.chips(); ++chip) {
      std::vector<std::int64_t> all;
      for (const SliceUse& use : studies::meshslice::slices_at(p, p.request.mesh.place(chip))) {
        INFO(gemm::name_of(of.algorithm) << " on " << gemm::text_of(of.mesh) << ", chip " << chip);
        CHECK(use.a == use.b);
        all.insert(all.end(), use.a.begin(), use.a.end());
      }
      std::sort(all.begin(), all.end());
      std::vector<std::int64_t> every(48);
      std::iota(every.begin(), every.end(), 0);
      CHECK(all == every);
    }
  }
}

// MeshSlice s3.1.2: A_s has every S-th column of each shard, here by blocks of 2.
TEST_CASE("a slice of MeshSlice has every S-th block of each shard") {
  gemm::Request request;
  request.mesh = {4, 2, 1};
  request.shape = {16, 16, 24};
  request.slices = 3;
  request.block = 2;
  const auto uses = studies::meshslice::slices_at(gemm::program_of(request), {1, 0, 0});
  REQUIRE(uses.size() == 3);
  CHECK(uses[0].a == std::vector<std::int64_t>{0, 1, 6, 7, 12, 13, 18, 19});
  CHECK(uses[2].b == std::vector<std::int64_t>{4, 5, 10, 11, 16, 17, 22, 23});
}

TEST_CASE("contiguous slices meet wrongly wherever a mesh is not square") {
  const auto meets = [](gemm::Mesh mesh) {
    gemm::Program p = program(gemm::Algorithm::meshslice, mesh, 3);
    for (gemm::Op& op : p.ops) {
      if (op.kind != gemm::OpKind::slice) continue;
      const gemm::Buffer& from = p.buffer(op.from);
      op.block = (op.axis == gemm::Axis::rows ? from.rows : from.columns) / op.slices;
    }
    const auto uses = studies::meshslice::slices_at(p, {0, 0, 0});
    return std::all_of(uses.begin(), uses.end(), [](const SliceUse& u) { return u.a == u.b; });
  };
  CHECK_FALSE(meets({4, 2, 1}));
  CHECK_FALSE(meets({2, 4, 1}));
  CHECK(meets({2, 2, 1}));  // by accident
}

TEST_CASE("the picture of slices is the same bytes each time and has a panel for each slice") {
  const gemm::Program p = program(gemm::Algorithm::meshslice, {4, 2, 1}, 3);
  const std::string picture = studies::meshslice::slices_picture(p, {1, 0, 0});
  CHECK(picture == studies::meshslice::slices_picture(p, {1, 0, 0}));
  for (const char* panel : {">slice 0<", ">slice 1<", ">slice 2<"}) {
    CHECK(picture.find(panel) != std::string::npos);
  }
}
