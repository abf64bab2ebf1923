// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/footprint.hpp"

#include <catch2/catch.hpp>

#include "unit/gemm/requests.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

void check_footprint(const Request& request) {
  CAPTURE(name_of(request.algorithm), name_of(request.dataflow), text_of(request.mesh),
          request.slices);
  const Footprint closed = footprint_of(request);
  const Program program = program_of(request);
  CHECK(closed.row == bytes_sent(program, Direction::row));
  CHECK(closed.column == bytes_sent(program, Direction::column));
  CHECK(closed.depth == bytes_sent(program, Direction::depth));
  CHECK(closed.buffers == gathered_bytes(program));
}

}  // namespace

TEST_CASE("the closed form of bytes and buffers is that of the program", "[gemm]") {
  int programs = 0;
  for (int a = 0; a < static_cast<int>(algorithm_names().size()); ++a) {
    for (const Dataflow dataflow : kDataflows) {
      for (const Mesh mesh :
           {Mesh{1, 1, 1}, Mesh{1, 2, 1}, Mesh{2, 1, 1}, Mesh{1, 6, 1}, Mesh{8, 1, 1},
            Mesh{2, 2, 1}, Mesh{4, 2, 1}, Mesh{3, 8, 1}, Mesh{6, 4, 1}, Mesh{3, 3, 1},
            Mesh{8, 8, 1}, Mesh{2, 2, 2}, Mesh{6, 6, 2}, Mesh{6, 6, 3}, Mesh{8, 8, 8}}) {
        Request request = make_request(static_cast<Algorithm>(a), dataflow, mesh, {480, 960, 1440});
        for (const int slices : legal_slices(request)) {
          request.slices = slices;
          check_footprint(request);
          ++programs;
        }
      }
    }
  }
  CHECK(programs > 500);
}

TEST_CASE("Wang's other direction has the same closed form", "[gemm]") {
  for (const Dataflow dataflow : kDataflows) {
    for (const Direction direction : {Direction::row, Direction::column}) {
      for (int steps = 1; steps <= 8; ++steps) {
        Request request =
            make_request(Algorithm::wang, dataflow, {8, 8, 1}, {480, 960, 1440}, steps);
        request.overlapped = direction;
        check_footprint(request);
      }
    }
  }
}
