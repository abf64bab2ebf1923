// SPDX-License-Identifier: Apache-2.0
// The form is that of NCCL's plugins/tuner/example (its README and plugin.c).
#include "jacquard/interop/nccl/tuner.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using Catch::Contains;
using rounds::CollectiveKind;

namespace {

std::vector<interop::NcclTunerRow> rows_of(const std::string& text) {
  const tb::Folder folder;
  return interop::read_nccl_tuner(folder.file("t.conf", text));
}

}  // namespace

TEST_CASE("a table of NCCL's tuner is read with 8, 9 or 10 cells, comments and blanks") {
  const auto rows = rows_of(
      "# ours\n\n"
      "collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks\n"
      "allreduce,0,65536,tree,simple,2,1,-1\n"
      "allgather, 65537 ,4294967295, ring,ll128,-1,4,32,1,0\n"
      "reducescatter,0,9,nvls,simple,-1,-1,-1,-1\n"
      "allreduce,0,9,ring,ll,-1,-1,-1,4,-1\n"       // of four pipelined operations
      "broadcast,0,9,ring,simple,-1,1,-1,-1,1\n");  // of registered buffers
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].kind == CollectiveKind::all_reduce);
  CHECK(rows[0].algorithm == "tree");
  CHECK(rows[0].nodes == 1);
  CHECK(rows[0].ranks == -1);
  CHECK(rows[1].kind == CollectiveKind::all_gather);
  CHECK(rows[1].least == 65537);
  CHECK(rows[1].most == 4294967295);
  CHECK(rows[1].protocol == "ll128");
  CHECK(rows[1].ranks == 32);
  CHECK(rows[1].where == "line 5");
  CHECK(rows[2].kind == CollectiveKind::reduce_scatter);
}

TEST_CASE("what is written for NCCL's tuner is read back") {
  interop::NcclTunerRow row;
  row.algorithm = "ring";
  row.protocol = "ll";
  row.most = 1023;
  row.nodes = 2;
  row.ranks = 16;
  const std::string text = interop::nccl_tuner_text({row}, "by us");
  CHECK_THAT(text, Contains("# by us\n") && Contains("\nallreduce,0,1023,ring,ll,-1,2,16,-1,-1\n"));
  const auto back = rows_of(text);
  REQUIRE(back.size() == 1);
  CHECK(back[0].most == 1023);
  CHECK(back[0].ranks == 16);
}

TEST_CASE("a wrong cell of NCCL's tuner is named by line and column") {
  CHECK_THROWS_WITH(rows_of("allreduce,0,9,rings,simple,-1,1,-1\n"),
                    Contains("line 1, column algorithm: expected one of tree, ring"));
  CHECK_THROWS_WITH(rows_of("alltoall,0,9,ring,simple,-1,1,-1\n"),
                    Contains("line 1, column collective_type"));
  CHECK_THROWS_WITH(rows_of("# x\nallreduce,10,9,ring,simple,-1,1,-1\n"),
                    Contains("line 2, column max_bytes: expected a whole number in 10.."));
  CHECK_THROWS_WITH(rows_of("allreduce,0,9,ring\n"), Contains("line 1: expected 8 to 10 cells"));
}
