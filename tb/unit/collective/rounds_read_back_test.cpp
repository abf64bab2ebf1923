// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/collective/generate.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/rounds/rounds_file.hpp"
#include "support/same_rounds.hpp"
#include "unit/collective/requests.hpp"

namespace jacquard::rounds {
namespace {

using tb::require_same;

TEST_CASE("Every algorithm's rounds read back as they were written") {
  for (const std::string& kind : kind_names()) {
    for (const std::string& method : collective::method_names()) {
      collective::CollectiveRequest r = collective::one_dimension(
          kind_named(kind, ""), collective::algorithm_named(method, "").method, 4, 1000, 2);
      if (!collective::unsupported(r.algorithms[0], r.kind, 4).empty()) continue;
      r.shape = Shape({4, 3, 2});
      r.involved = {0, 2};
      r.root = 5;
      r.spread = collective::Spread::blueconnect;
      for (int npu = 0; npu < 24; ++npu) r.npus.push_back(100 - npu);
      const RoundGraph graph = collective::generate(r);
      INFO(kind << " by " << method);
      require_same(parse_rounds(rounds_text(graph), "test"), graph);
    }
  }
}

}  // namespace
}  // namespace jacquard::rounds
