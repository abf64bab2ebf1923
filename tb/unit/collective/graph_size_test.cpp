// SPDX-License-Identifier: Apache-2.0
// What a request's rounds are said to be, against those that are made of it.
#include <catch2/catch.hpp>

#include "jacquard/collective/generate.hpp"
#include "unit/collective/requests.hpp"

namespace jacquard::collective {
namespace {

TEST_CASE("The rounds of a request are counted before they are made") {
  int counted = 0;
  for (int kind = 0; kind <= static_cast<int>(CollectiveKind::send); ++kind) {
    for (int method = 0; method <= static_cast<int>(Method::double_binary_tree); ++method) {
      for (const int n : {1, 2, 3, 4, 5, 8, 16}) {
        const auto k = static_cast<CollectiveKind>(kind);
        const auto m = static_cast<Method>(method);
        if (!unsupported({m, 0}, k, n).empty()) continue;
        if (k == CollectiveKind::send && n == 1) continue;
        CollectiveRequest request = one_dimension(k, m, n, 10'000, 3);
        INFO("kind " << kind << " method " << method << " n " << n);
        const auto made = static_cast<double>(generate(request).rounds.size());
        const GraphSize said = graph_size(request);
        CHECK(said.rounds >= made);
        CHECK(said.rounds <= 2 * made);
        CHECK(said.bytes >= made * sizeof(rounds::Round));
        ++counted;
      }
    }
  }
  CHECK(counted > 100);
}

TEST_CASE("Rounds of several dimensions and of uneven sizes are counted too") {
  CollectiveRequest request = one_dimension(CollectiveKind::all_reduce, Method::direct, 8, 4096, 2);
  request.shape = rounds::Shape({4, 3, 2});
  request.spread = Spread::blueconnect;
  CHECK(graph_size(request).rounds == static_cast<double>(generate(request).rounds.size()));
  CollectiveRequest uneven = one_dimension(CollectiveKind::all_to_all, Method::ring, 4, 4096, 1);
  uneven.uneven = demand::DemandMatrix(4);
  for (int to = 1; to < 4; ++to) uneven.uneven->set(0, to, base::Bytes{100});
  CHECK(graph_size(uneven).rounds >= static_cast<double>(generate(uneven).rounds.size()));
  // Rings of 2^24 NPUs, which nobody makes to count them.
  const int npus = 1 << 24;
  CollectiveRequest large = one_dimension(CollectiveKind::all_to_all, Method::ring, npus, npus, 1);
  CHECK(graph_size(large).rounds == npus - 1);
}

}  // namespace
}  // namespace jacquard::collective
