// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using nlohmann::json;

namespace {

tb::Answer import(const tb::Folder& folder, const std::vector<std::string>& more = {"--json"}) {
  return tb::run_program(
      tb::with({"trace", "import", tb::in_source_tree("configs/traces/kineto/rank1.json"),
                tb::in_source_tree("configs/traces/kineto/rank0.json"), "--out", "job"},
               more),
      folder);
}

// When each rank ends, in picoseconds.
std::vector<std::int64_t> ends(const tb::Folder& folder, const std::string& system) {
  base::write_file(folder.path("network.yml"),
                   "topology: [ Ring ]\nnpus_count: [ 2 ]\nbandwidth: [ 1.0 ]\nlatency: [ 0.0 ]\n");
  const tb::Answer answer = tb::run_program(
      {"astra", "--workload-configuration=job/job", "--system-configuration=job/" + system,
       "--network-configuration=network.yml", "--comm-group-configuration=job/groups.json",
       "--mode", "faithful", "--json"},
      folder);
  CAPTURE(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out).at("rows");
  std::vector<std::int64_t> all;
  for (const json& row : rows) {
    if (row.at("row_kind") == "npu_class") all.push_back(row.at("time_ps"));
  }
  return all;
}

}  // namespace

TEST_CASE("The profiles of two ranks are imported, and say what they hold") {
  const tb::Folder folder;
  const tb::Answer answer = import(folder);
  CAPTURE(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out).at("rows");
  REQUIRE(rows.size() == 2);
  const json& all = rows[0];
  CHECK(all.at("ranks") == 2);
  CHECK(all.at("kernels") == 12);
  CHECK(all.at("copies") == 2);
  CHECK(all.at("streams") == 2);
  CHECK(all.at("recorded_ps") == 244'000'000);
  // Of 244 us: rank 0 computes 4 + 50 + 50 + 80 + 20, rank 1 10 more; alone run the second
  // all-reduces, 192 to 222 and 202 to 222.
  CHECK(all.at("compute_share").get<double>() == Approx((204.0 + 214) / 488));
  CHECK(all.at("communication_share").get<double>() == Approx((30.0 + 20) / 488));
  CHECK(rows[1].at("kind") == "ALL_REDUCE");
  CHECK(rows[1].at("calls") == 4);
  CHECK(rows[1].at("total_bytes") == 2 * 2 * (4194304 + 2097152));
  CHECK(rows[1].at("recorded_ps") == (40 + 30 + 30 + 20) * 1'000'000);
}

TEST_CASE("An imported job replays to the recorded time, and a slower network moves what waits") {
  const tb::Folder folder;
  REQUIRE(import(folder).exit_code == 0);
  CHECK(ends(folder, "replay.json") == std::vector<std::int64_t>{244'000'000, 244'000'000});
  // At 2^30 B/s a ring of two takes 8 MiB / 2^30 s, then half of that: 7812.5 and 3906.25 us. The
  // first begins when rank 1 is there, at 120 us; the last kernel begins 2 us after the second and
  // takes 20. A round waits for the endpoint delay of 10 ns.
  const double expected = 120 + 7812.5 + 3906.25 + 22;
  const std::vector<std::int64_t> slow = ends(folder, "system.json");
  REQUIRE(slow.size() == 2);
  for (const std::int64_t end : slow) {
    CHECK(static_cast<double>(end) * 1e-6 == Approx(expected).margin(0.1));
  }
}

TEST_CASE("For people, import says which command runs the job") {
  const tb::Folder folder;
  const tb::Answer answer = import(folder, {});
  CHECK(answer.exit_code == 0);
  CHECK_THAT(answer.out, Catch::Contains("jacquard train job/job.json --system 2xh100"));
  CHECK(tb::run_program({"trace", "job/job", "--check"}, folder).exit_code == 0);
  CHECK(tb::run_program({"genstack", "--log", "job/job", "--fabric", "one_crossbar_64"}, folder)
            .exit_code == 0);
}

TEST_CASE("A rank that is missing, and a folder that is there, are one line and exit code 2") {
  const tb::Folder folder;
  const std::string file = tb::in_source_tree("configs/traces/kineto/rank0.json");
  const tb::Answer lone = tb::run_program({"trace", "import", file, "--out", "job"}, folder);
  CHECK(lone.exit_code == 2);
  CHECK(tb::count_lines(lone.err) == 1);
  CHECK_THAT(lone.err, Catch::Contains("found none of rank 1"));
  CHECK(tb::run_program({"trace", "import", file}, folder).exit_code == 2);
  REQUIRE(import(folder).exit_code == 0);
  CHECK(import(folder).exit_code == 2);
}
