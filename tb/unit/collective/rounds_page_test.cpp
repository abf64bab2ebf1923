// SPDX-License-Identifier: Apache-2.0
// The worked example of docs/collectives.md is what the generator makes, and its table what it
// sends.
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/collective/prove/execute.hpp"
#include "jacquard/rounds/rounds_file.hpp"
#include "support/source_tree.hpp"
#include "unit/collective/requests.hpp"

namespace jacquard::rounds {
namespace {

TEST_CASE("docs/collectives.md shows the rounds of a ring of four") {
  const std::string page = base::read_file(tb::in_source_tree("docs/collectives.md"));
  const std::size_t begin = page.find("```json\n") + 8;
  const std::string shown = page.substr(begin, page.find("```", begin) - begin);
  const RoundGraph graph = parse_rounds(shown, "docs/collectives.md");
  const RoundGraph made = collective::generate(
      collective::one_dimension(CollectiveKind::all_reduce, collective::Method::ring, 4, 4096, 1));
  CHECK(rounds_text(graph) == rounds_text(made));
  CHECK(collective::prove(graph, 1).fault == "");
  const Collective& c = graph.collectives[0];
  for (int k = 0; k < 3; ++k) {
    std::string row = "| " + std::to_string(k) + " |";
    for (int rank = 0; rank < 4; ++rank) {
      const std::vector<int> sent = expand(graph.rounds[0].pieces, c.shape, c.pieces, rank, k);
      REQUIRE(sent.size() == 1);
      row += " piece " + std::to_string(sent[0]) + " |";
    }
    CHECK_THAT(page, Catch::Contains(row));
  }
}

}  // namespace
}  // namespace jacquard::rounds
