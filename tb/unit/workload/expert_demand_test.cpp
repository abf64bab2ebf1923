// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/expert_demand.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <numeric>
#include <vector>

#include "jacquard/demand/read_demand.hpp"
#include "jacquard/workload/expert_loads.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using demand::DemandMatrix;
using workload::expert_demand;
using workload::expert_routing;
using workload::ExpertRouting;
using workload::ExpertTraffic;

namespace {

const config::Place kHere{"job.json", "/routing"};

ExpertTraffic traffic(int ranks, int experts, int top_k, std::int64_t tokens) {
  return {ranks, experts, top_k, tokens, base::Bytes{7168}};
}

DemandMatrix of(const ExpertTraffic& t, const std::string& routing, std::uint64_t seed = 1) {
  return expert_demand(t, expert_routing(routing, kHere), seed, kHere);
}

std::int64_t row_sum(const DemandMatrix& m, int row) {
  std::int64_t sum = 0;
  for (int j = 0; j < m.ports(); ++j) sum += m.at(row, j).count();
  return sum;
}

std::vector<std::int64_t> entries(const DemandMatrix& m) {
  return {m.row_major().begin(), m.row_major().end()};
}

}  // namespace

TEST_CASE("each rank sends each of its tokens to top_k experts\\, whatever the routing") {
  for (const char* routing :
       {"uniform", "power_law:0.5", "power_law:1.2", "power_law:3", "drifting", "drifting:77"}) {
    for (const auto& t : {traffic(1, 1, 1, 5), traffic(8, 64, 6, 4096), traffic(16, 16, 1, 3),
                          traffic(3, 9, 9, 1001), traffic(64, 256, 8, 1)}) {
      const DemandMatrix m = of(t, routing);
      CAPTURE(routing, t.ranks, t.experts);
      REQUIRE(m.ports() == t.ranks);
      for (int i = 0; i < t.ranks; ++i) CHECK(row_sum(m, i) == t.tokens * t.top_k * 7168);
    }
  }
}

TEST_CASE("uniform routing sends an equal share to each rank") {
  const DemandMatrix even = of(traffic(8, 64, 4, 1000), "uniform");
  for (const std::int64_t entry : even.row_major()) CHECK(entry == 500 * 7168);
  // 10 choices on 4 ranks: 2 each and 1 more for two, in turn, so columns have 10 as well.
  const DemandMatrix odd = of(traffic(4, 4, 2, 5), "uniform");
  for (int j = 0; j < 4; ++j) {
    std::int64_t column = 0;
    for (int i = 0; i < 4; ++i) {
      const std::int64_t choices = odd.at(i, j).count() / 7168;
      CHECK((choices == 2 || choices == 3));
      column += choices;
    }
    CHECK(column == 10);
  }
}

TEST_CASE("a power law sends to ranks what their experts draw") {
  const ExpertTraffic t = traffic(64, 64, 6, 4096);  // an expert a rank
  const DemandMatrix m = of(t, "power_law:1.2");
  workload::ExpertWork work;
  work.tokens = 4096 * 64;
  work.experts = 64;
  work.top_k = 6;
  work.skew = 1.2;
  std::vector<double> loads = workload::expert_loads(work);
  std::vector<double> columns(64, 0);
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      columns[static_cast<std::size_t>(j)] += static_cast<double>(m.at(i, j).count()) / 7168;
    }
  }
  std::sort(columns.rbegin(), columns.rend());
  for (std::size_t e = 0; e < 64; ++e) CHECK(std::abs(columns[e] - loads[e]) <= 64);
  CHECK(columns[0] > 20 * columns[63]);
}

TEST_CASE("the same seed deals out experts the same way\\, another one otherwise") {
  const ExpertTraffic t = traffic(8, 64, 6, 4096);
  for (const char* routing : {"power_law:1.2", "drifting"}) {
    CHECK(entries(of(t, routing, 5)) == entries(of(t, routing, 5)));
    CHECK(entries(of(t, routing, 5)) != entries(of(t, routing, 6)));
  }
  CHECK(entries(of(t, "drifting:1")) != entries(of(t, "drifting:2000")));
  CHECK(entries(of(t, "power_law:0")) == entries(of(t, "uniform")));
}

TEST_CASE("a recorded log is counted by hand") {
  // Four tokens, two of 4 experts each; ranks 0 and 1 have two tokens and two experts each.
  const tb::Folder folder;
  const std::string log =
      folder.file("log.txt", "0\t1\t2\t3\t\t1\t1\t1\t1\n0\t3\t1\t2\t\t1\t1\t1\t1\n");
  // Token 0: 0 1, token 1: 2 3 (rank 0). Token 2: 0 3, token 3: 1 2 (rank 1).
  ExpertTraffic t = traffic(2, 4, 2, 0);
  const std::int64_t b = 7168;
  CHECK(entries(of(t, log)) == std::vector<std::int64_t>{2 * b, 2 * b, 2 * b, 2 * b});
  const std::string skewed =
      folder.file("skewed.txt", "0\t1\t0\t3\t\t1\t1\t1\t1\n2\t3\t3\t1\t\t1\t1\t1\t1\n");
  CHECK(entries(of(t, skewed)) == std::vector<std::int64_t>{3 * b, b, b, 3 * b});
  // Scaled to 1,000 tokens of each rank.
  t.tokens = 1000;
  CHECK(entries(of(t, skewed)) == std::vector<std::int64_t>{1500 * b, 500 * b, 500 * b, 1500 * b});
}

TEST_CASE("a recorded matrix of ESFT is sent as it is") {
  const std::string file = tb::in_source_tree("configs/traces/esft_16x16_token_matrices.jsonl");
  const ExpertRouting routing = expert_routing(file + "[3]", kHere);
  const ExpertTraffic t = traffic(16, 64, 6, 0);
  demand::ReadOptions options;
  options.bytes_per_token = base::Bytes{7168};
  CHECK(entries(expert_demand(t, routing, 1, kHere)) ==
        entries(demand::read_demand(file, 3, options)));
}

TEST_CASE("a routing is said as it is read") {
  for (const char* text :
       {"uniform", "power_law:1.2", "drifting:77", "a/log.txt", "log.jsonl[3]"}) {
    CHECK(workload::text_of(expert_routing(text, kHere)) == text);
  }
  CHECK(expert_routing("log.jsonl[3]", kHere).index == 3);
}

TEST_CASE("a recorded routing is worth the power law with the same busiest rank") {
  const ExpertTraffic t = traffic(8, 64, 6, 4096);
  const auto worth = [&](const std::string& routing) {
    return workload::equivalent_skew(t, expert_routing(routing, kHere), 1, kHere);
  };
  CHECK(worth("uniform") == 0);
  CHECK(worth("power_law:0.7") == 0.7);
  workload::ExpertWork work;
  work.tokens = 4096 * 8;
  work.experts = 64;
  work.top_k = 6;
  work.expert_parallel = 8;
  const tb::Folder folder;
  // Every source sends a quarter to rank 2: twice the mean.
  std::string rows;
  for (int i = 0; i < 8; ++i) rows += "3,3,7,3,3,3,3,3\n";
  work.skew = worth(folder.file("quarter.csv", rows));
  CHECK(workload::busiest_over_mean(work) == Approx(2).epsilon(0.02));
  std::string even;
  for (int i = 0; i < 8; ++i) even += "1,1,1,1,1,1,1,1\n";
  CHECK(worth(folder.file("even.csv", even)) < 0.01);
}

TEST_CASE("a matrix becomes text that is read as the same matrix") {
  const DemandMatrix m = of(traffic(8, 64, 6, 4096), "power_law:1.2");
  const auto again = demand::read_demand_text("m.csv", workload::as_csv(m), {});
  REQUIRE(again.size() == 1);
  CHECK(entries(again[0]) == entries(m));
}

TEST_CASE("a source without tokens in the log follows the others") {
  const tb::Folder folder;
  const std::string log = folder.file("m.csv", "0,0\n1,3\n");
  CHECK(entries(of(traffic(2, 4, 1, 4), log)) ==
        std::vector<std::int64_t>{7168, 3 * 7168, 7168, 3 * 7168});
  const std::string none = folder.file("none.csv", "0,0\n0,0\n");
  CHECK_THAT(tb::fault_of([&] { of(traffic(2, 4, 1, 4), none); }),
             Catch::Contains("a log with tokens"));
}

TEST_CASE("traffic that cannot be is refused by name") {
  const auto fault = [](const ExpertTraffic& t, const std::string& routing) {
    return tb::fault_of([&] { of(t, routing); });
  };
  CHECK_THAT(fault(traffic(3, 64, 6, 1), "uniform"), Catch::Contains("/routing/experts"));
  CHECK_THAT(fault(traffic(0, 64, 6, 1), "uniform"), Catch::Contains("/routing/ranks"));
  CHECK_THAT(fault(traffic(4, 4, 5, 1), "uniform"), Catch::Contains("/routing/top_k"));
  CHECK_THAT(fault(traffic(4, 4, 2, -1), "uniform"), Catch::Contains("/routing/tokens"));
  CHECK_THAT(fault(traffic(4, 4, 2, std::int64_t{1} << 62), "uniform"),
             Catch::Contains("/routing/tokens"));
  CHECK_THAT(fault(traffic(4, 2048, 2, 1), "drifting"), Catch::Contains("at most 1024"));
  for (const char* text : {"power_law:", "power_law:-1", "power_law:nan", "power_law:11",
                           "drifting:", "drifting:-1", "", "[1]", "log[x]", "log[-1]"}) {
    CHECK_THAT(fault(traffic(4, 4, 2, 1), text), Catch::Contains("job.json"));
  }
  CHECK_THAT(fault(traffic(4, 4, 2, 1), "no/such/log"), Catch::Contains("no/such/log"));
  const tb::Folder folder;
  const std::string log = folder.file("m.csv", "1,2\n1,3\n");
  CHECK_THAT(fault(traffic(4, 4, 2, 1), log), Catch::Contains("/routing/ranks"));
}
