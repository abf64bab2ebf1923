// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/chakra/check.hpp"

using namespace jacquard::interop;
using Catch::Contains;

namespace {

std::string metadata(const std::string& groups) {
  return R"({"id": 0, "type": "METADATA", "inputs": {"values": )" + nlohmann::json(groups).dump() +
         "}}, ";
}

std::string all_reduce(const std::string& group, long bytes = 65536, const char* more = "") {
  return R"({"id": 1, "type": "COMM_COLL", "attr": {"comm_type": 0, "comm_size": )" +
         std::to_string(bytes) + R"(, "pg_name": ")" + group + "\"" + more + "}}";
}

const std::string kIdle = R"({"id": 1, "type": "COMP"})";

RankTraces ranks_of(const std::vector<std::string>& nodes) {
  RankTraces ranks;
  for (const std::string& text : nodes) {
    const std::string source = "p." + std::to_string(ranks.of_rank.size()) + ".et";
    ranks.of_rank.push_back(ranks.distinct.size());
    ranks.distinct.push_back(parse_chakra_json("{\"nodes\": [" + text + "]}", source));
  }
  return ranks;
}

const std::string kTwoPairs =
    metadata(R"([{"pg_name": "1", "ranks": [0, 1]}, {"pg_name": "tp", "ranks": [3, 2]}])");

}  // namespace

TEST_CASE("A rank that names a group of the trace's metadata without being in it is refused") {
  const std::string one = kTwoPairs + all_reduce("1");
  CHECK_THROWS_WITH(check_ranks(ranks_of({one, one, one, one})),
                    Contains("p.2.et") && Contains("rank 2, node 1") &&
                        Contains("a group with rank 2 in it") && Contains("group 1"));
  const std::string two = kTwoPairs + all_reduce("tp");
  CHECK_NOTHROW(check_ranks(ranks_of({one, one, two, two})));
  CHECK_THROWS_WITH(check_ranks(ranks_of({kIdle, two, two, two})), Contains("group tp"));
}

TEST_CASE("Groups of one name with other ranks are compared by their ranks") {
  const std::string low = metadata(R"([{"pg_name": "1", "ranks": [0, 1]}])") + all_reduce("1", 8);
  const std::string high = metadata(R"([{"pg_name": "1", "ranks": [2, 3]}])") + all_reduce("1", 16);
  CHECK_NOTHROW(check_ranks(ranks_of({low, low, high, high})));
  const std::string other = metadata(R"([{"pg_name": "1", "ranks": [2, 3]}])") + all_reduce("1", 8);
  CHECK_THROWS_WITH(check_ranks(ranks_of({low, low, high, other})),
                    Contains("rank 3, node 1") && Contains("of group 1 to be that of rank 2"));
}

TEST_CASE("Ranks that spell a group's number otherwise are compared all the same") {
  for (const char* const spelled : {"01", "1.0", "1e0", "1"}) {
    CHECK_NOTHROW(check_ranks(ranks_of({all_reduce(spelled), all_reduce("1")})));
    CHECK_THROWS_WITH(check_ranks(ranks_of({all_reduce(spelled, 1 << 20), all_reduce("1")})),
                      Contains("collective 1 of group 1"));
  }
}

TEST_CASE("A member of a group that leaves out its collective is missed") {
  CHECK_THROWS_WITH(
      check_ranks(ranks_of({kTwoPairs + all_reduce("1"), kTwoPairs + kIdle, kIdle, kIdle})),
      Contains("rank 0, node 1") && Contains("of group 1 as rank 1 has, 0"));
  CHECK_THROWS_WITH(check_ranks(ranks_of({all_reduce("0"), kIdle})), Contains("as rank 1 has, 0"));
  // Who is in a group that nothing tells of is not known, nor who shares a dimension.
  CHECK_NOTHROW(check_ranks(ranks_of({all_reduce("3"), kIdle})));
  const std::string rows = all_reduce("0", 8, R"(, "involved_dim": [true, false])");
  CHECK_NOTHROW(check_ranks(ranks_of({rows, rows, kIdle, kIdle})));
  // A file of groups tells.
  CHECK_THROWS_WITH(check_ranks(ranks_of({all_reduce("3"), kIdle}), {{3, {1, 0}}}),
                    Contains("of group 3 as rank 1 has, 0"));
  CHECK_NOTHROW(check_ranks(ranks_of({all_reduce("3"), kIdle}), {{3, {0}}}));
}
