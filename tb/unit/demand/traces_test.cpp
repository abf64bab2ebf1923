// SPDX-License-Identifier: Apache-2.0
// The shipped traces check each other: they were derived from the same logs by other people's code.
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "support/source_tree.hpp"

using namespace jacquard::demand;
using jacquard::tb::in_source_tree;

namespace {

const std::string kMatrices = in_source_tree("configs/traces/esft_16x16_token_matrices.jsonl");
const std::string kCounts =
    in_source_tree("configs/traces/esft_deepseek_v2_lite_expert_counts.csv");
const std::string kRaw = in_source_tree("configs/traces/esft_raw_translation_layer13.txt.gz");

std::vector<std::int64_t> entries(const DemandMatrix& demand) {
  return {demand.row_major().begin(), demand.row_major().end()};
}

std::vector<std::int64_t> column_sums(const DemandMatrix& demand) {
  std::vector<std::int64_t> sums(static_cast<std::size_t>(demand.ports()));
  for (int i = 0; i < demand.ports(); ++i) {
    for (int j = 0; j < demand.ports(); ++j) {
      sums[static_cast<std::size_t>(j)] += demand.at(i, j).count();
    }
  }
  return sums;
}

// Line of "translation, layer 13, contiguous" in the file of matrices; -1 if it is not there.
int line_of_raw_log() {
  const std::string text = jacquard::base::read_file(kMatrices);
  const auto at = text.find(R"({"task":"translation","layer":13,"placement":"contiguous")");
  return at == std::string::npos ? -1
                                 : static_cast<int>(std::count(
                                       text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

}  // namespace

TEST_CASE("the raw log gives exactly the published matrix of its layer") {
  const int line = line_of_raw_log();
  REQUIRE(line >= 0);
  CHECK(entries(read_demand(kRaw, 0, {})) == entries(read_demand(kMatrices, line, {})));
}

TEST_CASE("both sequences are whole and their loads per port agree") {
  const auto matrices = read_demand_sequence(kMatrices, {});
  const auto counts = read_demand_sequence(kCounts, {});
  REQUIRE(matrices.size() == 208);
  REQUIRE(counts.size() == 104);
  // Both are ordered by task and layer; the matrices have each placement in turn, contiguous first.
  for (std::size_t i = 0; i < counts.size(); ++i) {
    INFO(i);
    CHECK(column_sums(counts[i]) == column_sums(matrices[2 * i]));
  }
}

TEST_CASE("an index beyond the last matrix names how many there are") {
  CHECK_THROWS_WITH(read_demand(kMatrices, 208, {}), Catch::Contains("an index in 0..207"));
}

TEST_CASE("a gzip file that is cut off or damaged is an error, wherever the cut is") {
  const std::string whole = jacquard::base::read_file(kRaw);
  for (const std::size_t length :
       {std::size_t{3}, std::size_t{20}, std::size_t{1000}, whole.size() / 2, whole.size() - 1}) {
    INFO(length);
    CHECK_THROWS_WITH(read_demand_text("raw.gz", whole.substr(0, length), {}),
                      Catch::Contains("cut off"));
  }
  std::string damaged = whole;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x10);
  CHECK_THROWS(read_demand_text("raw.gz", damaged, {}));
  CHECK_NOTHROW(read_demand_text("raw.gz", whole, {}));
}
