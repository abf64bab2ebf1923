// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/listed.hpp"

#include <catch2/catch.hpp>

#include "support/op_nodes.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using workload::Job;

namespace {

// NPU = a + 2 b + 4 c: groups of a and c, a listed one, and messages to the other b.
Job job_by_places() {
  OpNode send = message(OpKind::send, 3, 1, 64);
  send.peer_digit = 1;
  OpNode receive = message(OpKind::receive, 3, 0, 64);
  receive.peer_digit = 1;
  const auto collectives = [](OpNode last) {
    return std::vector<OpNode>{of_group(collective_node(CollectiveKind::all_gather, 8, 1), 40),
                               of_group(collective_node(CollectiveKind::all_reduce, 8, 2), 7),
                               last};
  };
  Job job;
  job.graphs = {{"first", collectives(send)}, {"second", collectives(receive)}};
  job.class_of = {0, 0, 1, 1, 0, 0, 1, 1};
  job.places = base::MixedRadix({2, 2, 2});
  job.partitions[40] = {0, 2};
  job.groups[7] = {6, 1};
  return job;
}

}  // namespace

TEST_CASE("Groups by places are listed behind a job's own, by their first members") {
  const Job job = job_by_places();
  const workload::GroupList list(job);
  CHECK(list.groups() ==
        std::map<int, std::vector<int>>{{7, {6, 1}}, {8, {0, 1, 4, 5}}, {9, {2, 3, 6, 7}}});
  CHECK(list.number(40, 5) == 8);
  CHECK(list.number(40, 6) == 9);
  CHECK(list.number(7, 3) == 7);
  CHECK(list.number(0, 3) == 0);
}

TEST_CASE("A listed job says each NPU's groups and peers by number") {
  const Job all = workload::listed(job_by_places());
  REQUIRE(all.npus() == 8);
  CHECK(all.partitions.empty());
  for (int npu = 0; npu < 8; ++npu) {
    CAPTURE(npu);
    const bool sends = npu % 4 < 2;
    CHECK(all.graph(npu).group(0) == (sends ? 8 : 9));
    CHECK(all.graph(npu).group(1) == 7);
    const OpNode& last = all.graph(npu).node(2);
    CHECK(last.from == (sends ? npu : npu - 2));
    CHECK(last.to == (sends ? npu + 2 : npu));
    CHECK(last.peer_digit == -1);
  }
}

TEST_CASE("NPUs of a class share their nodes where these send nothing") {
  Job job = job_by_places();
  job.graphs = {{"all", {of_group(collective_node(CollectiveKind::all_gather, 8, 1), 40)}}};
  job.class_of.assign(8, 0);
  const Job all = workload::listed(job);
  CHECK(all.graph(7).nodes_id() == all.graph(0).nodes_id());
  CHECK(all.graph(2).group(0) == 9);
}
