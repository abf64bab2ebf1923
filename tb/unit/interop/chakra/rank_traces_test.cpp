// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/rank_traces.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/skeleton.hpp"
#include "jacquard/interop/chakra/summary.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::interop;

namespace {

ChakraNode collective(std::uint64_t id, const std::string& group, std::int64_t bytes = 64) {
  ChakraNode n;
  n.id = id;
  n.name = "c" + std::to_string(id);
  n.type = ChakraNodeType::comm_coll;
  n.attributes = {{"comm_size", "", 9, {bytes}},
                  {"comm_type", "", 9, {std::int64_t{0}}},
                  {"pg_name", "", 29, {group}}};
  return n;
}

ChakraTrace trace(const std::vector<std::string>& groups) {
  ChakraTrace t;
  for (const std::string& group : groups) t.nodes.push_back(collective(t.nodes.size() + 1, group));
  return t;
}

bool alike(const ChakraTrace& a, const ChakraTrace& b) {
  return skeleton_of(write_chakra(a)).digest == skeleton_of(write_chakra(b)).digest;
}

bool alike_in(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return alike(trace(a), trace(b));
}

}  // namespace

TEST_CASE("Ranks that are in other groups share one trace, and each has its own again") {
  const tb::Folder folder;
  const std::string prefix = folder.path("job");
  // Of 1000 groups, so that the numbers differ in length, and with them all lengths of messages.
  for (int rank = 0; rank < 4; ++rank) {
    const std::string rows = std::to_string(1 + 700 * (rank / 2));
    const std::string columns = std::to_string(8 + 5 * (rank % 2)) + ".0";
    base::write_file(rank_file(prefix, rank), write_chakra(trace({rows, columns, "", rows, "0"})));
  }
  const RankTraces ranks = read_rank_traces(prefix, 4);
  CHECK(ranks.distinct.size() == 1);
  CHECK(ranks.groups[3] == std::vector<int>{701, 13});
  CHECK(ranks.group(3, "1") == "701");
  CHECK(ranks.group(3, "8.0") == "13.0");
  CHECK(ranks.group(3, "0") == "0");
  for (int rank = 0; rank < 4; ++rank) {
    const std::string path = rank_file(prefix, rank);
    CHECK(ranks.source(rank) == path);
    CHECK(ranks.whole(rank) == read_chakra(path));
  }
  CHECK_NOTHROW(check_ranks(ranks));
  std::vector<std::string> groups;
  for (const CollectiveTotals& totals : summarize(ranks).collectives) {
    groups.push_back(totals.group);
    CHECK(totals.bytes == 64.0 * static_cast<double>(totals.nodes));
  }
  CHECK(groups == std::vector<std::string>{"", "0", "1", "13.0", "701", "8.0"});
}

TEST_CASE("Members of a group who disagree are told apart although they share a trace") {
  const tb::Folder folder;
  const std::string prefix = folder.path("job");
  ChakraTrace other = trace({"3", "4"});
  other.nodes[1] = collective(2, "4", 128);
  for (int rank = 0; rank < 2; ++rank) {
    // Rank 0 runs 64 bytes in group 4 and 128 in group 3, rank 1 the other way round.
    ChakraTrace own = other;
    if (rank == 0) own.nodes = {collective(1, "4"), collective(2, "3", 128)};
    base::write_file(rank_file(prefix, rank), write_chakra(own));
  }
  const RankTraces ranks = read_rank_traces(prefix, 2);
  REQUIRE(ranks.distinct.size() == 1);
  CHECK_THROWS_WITH(check_ranks(ranks), Catch::Contains("job.1.et") &&
                                            Catch::Contains("of group 3") &&
                                            Catch::Contains("to be that of rank 0"));
}

TEST_CASE("A group that one rank writes as a real is the group of the others") {
  const tb::Folder folder;
  const std::string prefix = folder.path("job");
  base::write_file(rank_file(prefix, 0), write_chakra(trace({"3"})));
  ChakraTrace other = trace({"3.0"});
  base::write_file(rank_file(prefix, 1), write_chakra(other));
  CHECK_NOTHROW(check_ranks(read_rank_traces(prefix, 2)));
  other.nodes[0] = collective(1, "3.0", 128);
  base::write_file(rank_file(prefix, 1), write_chakra(other));
  CHECK_THROWS_WITH(check_ranks(read_rank_traces(prefix, 2)), Catch::Contains("of group 3"));
}

TEST_CASE("Only the numbers of groups, used in the same pattern, may differ between ranks") {
  CHECK(alike_in({"1", "2", "1"}, {"70", "3", "70"}));
  CHECK_FALSE(alike_in({"1", "2", "1"}, {"70", "3", "3"}));
  CHECK_FALSE(alike_in({"1", "2"}, {"5", "5"}));
  CHECK_FALSE(alike_in({"1"}, {"0"}));  // everybody is no group like others
  CHECK_FALSE(alike_in({"1"}, {""}));
  CHECK_FALSE(alike_in({"1"}, {"1.0"}));  // to be written back as it was
  CHECK_FALSE(alike_in({"01", "1"}, {"01", "2"}));  // one group and two
  CHECK(alike_in({"01", "2"}, {"01", "3"}));
  CHECK_FALSE(alike_in({"tp"}, {"dp"}));
  CHECK(alike_in({"tp", "1"}, {"tp", "2"}));
  CHECK_FALSE(alike_in({"1"}, {"1", "1"}));
  ChakraTrace longer = trace({"1"});
  longer.nodes[0].attributes[0].values = {std::int64_t{65}};
  CHECK_FALSE(alike(trace({"1"}), longer));
  ChakraTrace number = trace({"1"});
  number.nodes[0].attributes[2] = {"pg_name", "", 9, {std::int64_t{1}}};
  CHECK_FALSE(alike(trace({"1"}), number));
  ChakraTrace described = trace({"1"});
  described.nodes[0].attributes[2].doc = "2";
  CHECK_FALSE(alike(trace({"1"}), described));
}

TEST_CASE("A file that ends anywhere is no other file's like") {
  const std::string whole = write_chakra(trace({"12", "3", "12"}));
  std::vector<base::Digest::Value> seen;
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    seen.push_back(skeleton_of(std::string_view(whole).substr(0, size)).digest);
  }
  std::sort(seen.begin(), seen.end());
  CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}
