// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/job.hpp"

#include <catch2/catch.hpp>

#include "support/op_nodes.hpp"

using namespace jacquard;
using namespace jacquard::tb;

TEST_CASE("A group by places is the NPUs that differ in its digits only") {
  workload::Job job;
  run_on_all(job, {}, 24);
  job.places = base::MixedRadix({2, 3, 4});
  job.partitions = {{7, {0, 2}}};
  job.groups = {{8, {5, 1}}};
  // NPU 9 = 1 + 2 x 1 + 6 x 1.
  CHECK(job.members(7, 9) == std::vector<int>{2, 3, 8, 9, 14, 15, 20, 21});
  CHECK(job.first_member(7, 9) == 2);
  CHECK(job.size_of(7) == 8);
  CHECK(job.members(8, 1) == std::vector<int>{5, 1});
  CHECK(job.size_of(0) == 24);
  CHECK(job.members(0, 3).size() == 24);
  CHECK(job.has_group(7));
  CHECK_FALSE(job.has_group(6));
}

TEST_CASE("A peer by place has the NPU's other places") {
  workload::Job job;
  run_on_all(job, {}, 24);
  job.places = base::MixedRadix({2, 3, 4});
  OpNode send = message(OpKind::send, 0, 3, 100);
  CHECK(job.peer(send, 9) == 3);
  send.peer_digit = 2;
  CHECK(job.peer(send, 9) == 1 + 2 * 1 + 6 * 3);
  OpNode receive = message(OpKind::receive, 0, 0, 100);
  receive.peer_digit = 2;
  CHECK(job.peer(receive, 9) == 3);
}
