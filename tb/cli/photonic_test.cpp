// SPDX-License-Identifier: Apache-2.0
// simulate pfa_port and cache_sweep, as a user does.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"

using Catch::Contains;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

// Enough to tell 0.60 from 0.63, and no more.
const Words kShort{"--set", "traffic.warm_up=3.9 us", "--set", "traffic.duration=7.8 us"};

json rows_of(const Words& words) {
  const Folder folder;
  const Answer answer = run_program(with(words, {"--json", "--no-timing"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

std::string refused(const std::string& experiment, const Words& words) {
  const Folder folder;
  return mistake(with({"simulate", experiment}, words), folder);
}

}  // namespace

// The conditions of the closed forms: 900 GB/s of port, 358.4 GB/s of DDR at peak, 0.916 of that as
// a stream, 11.83 GB/s for each of 16 sub-channels of random bursts.
TEST_CASE("simulate pfa_port finds the hit rates 0.60, 0.63 and 0.79, which DDR over port gives") {
  std::map<std::string, json> rows;
  for (const json& row : rows_of(with({"simulate", "pfa_port"}, kShort))) {
    rows[row["variant"]] = row;
    for (const char* key :
         {"achieved_bytes_per_s", "peak_bytes_per_s", "fraction", "latency_mean_ps",
          "latency_p50_ps", "latency_p99_ps", "energy_j", "hit_rate", "read_amplification"}) {
      CHECK(row.at(key).is_number());
    }
    double shares = 0;
    for (const char* part : {"data", "activate", "refresh", "turnaround", "idle"}) {
      shares += row.at("bus_" + std::string(part) + "_fraction").get<double>();
    }
    CHECK(shares == Approx(1));
    CHECK(row["energy_j"].get<double>() ==
          Approx(row["hbm_energy_j"].get<double>() + row["ddr_energy_j"].get<double>() +
                 row["port_energy_j"].get<double>()));
    if (!row.contains("needed_hit_rate")) continue;
    INFO(row.dump(1));
    const double of_the_port =
        1 - row["ddr_saturated_bytes_per_s"].get<double>() / row["peak_bytes_per_s"].get<double>();
    const double needed = row["needed_hit_rate"];
    CHECK(needed == Approx(row["closed_form_hit_rate"].get<double>()).margin(0.02));
    if (row["read_amplification"] < 2) CHECK(needed == Approx(of_the_port).margin(0.02));
  }
  REQUIRE(rows.size() == 8);
  CHECK(rows["all hits"]["port_fraction"] >= 0.999);
  CHECK(rows["all hits"]["fraction"].get<double>() == Approx(256.0 / 260).epsilon(0.001));
  CHECK(rows["ideal DDR"]["needed_hit_rate"].get<double>() == Approx(0.60).margin(0.02));
  CHECK(rows["streaming misses"]["needed_hit_rate"].get<double>() == Approx(0.63).margin(0.02));
  CHECK(rows["random lines of 64 B"]["needed_hit_rate"].get<double>() == Approx(0.79).margin(0.02));
  const json& amplified = rows["random 64 B of lines of 256 B"];
  CHECK(amplified["needed_hit_rate"] > 0.9);
  CHECK(amplified["read_amplification"].get<double>() == Approx(4).epsilon(0.05));
  const json& writes = rows["writes"];
  CHECK(writes["hit_rate"] == 1);
  CHECK(writes["achieved_bytes_per_s"] <= writes["ddr_peak_bytes_per_s"]);
  CHECK(writes["achieved_bytes_per_s"].get<double>() ==
        Approx(writes["ddr_written_bytes_per_s"].get<double>()).epsilon(0.02));
}

TEST_CASE("simulate cache_sweep: hits are the cache over the working set, or all or none") {
  const json rows = rows_of({"simulate", "cache_sweep", "--set", "traffic.duration=3.9 us"});
  REQUIRE(rows.size() == 18);
  for (const json& row : rows) {
    const std::string point = row["point"];
    const double size = std::stod(point) * (point.find("GiB") == std::string::npos ? 1 : 1024);
    const double held = std::min(1.0, 16 / size);
    const bool stream = row["variant"] == "stream";
    INFO(row.dump(1));
    CHECK(row["hit_rate"].get<double>() == Approx(stream ? std::floor(held) : held).margin(0.03));
    if (held == 1) CHECK(row["port_fraction"] >= 0.99);
    if (stream && held < 1) {
      CHECK(row["achieved_bytes_per_s"] < row["ddr_peak_bytes_per_s"]);
    }
  }
}

TEST_CASE("The same photonic experiment gives the same bytes on any number of threads") {
  const auto text = [](const char* threads) {
    const Folder folder;
    return run_program({"simulate", "cache_sweep", "--json", "--no-timing", "--threads", threads,
                        "--set", "traffic.duration=1 us", "--set", "traffic.warm_up=1 us"},
                       folder)
        .out;
  };
  CHECK(text("1") == text("2"));
}

TEST_CASE("A photonic module that cannot be is refused with the key that is wrong") {
  const auto set = [](const std::string& experiment, const std::string& assignment) {
    return refused(experiment, {"--set", assignment});
  };
  CHECK_THAT(set("pfa_port", "module.cache.capacity=144 GiB"),
             Contains("/module/cache/capacity") && Contains("72 GiB"));
  CHECK_THAT(set("pfa_port", "module.cache.line=96 B"), Contains("a power of two"));
  CHECK_THAT(set("pfa_port", "module.cache.ways=0"), Contains("1..4096"));
  CHECK_THAT(set("pfa_port", "module.cache.mshrs=0"), Contains("module.cache.mshrs"));
  CHECK_THAT(set("pfa_port", "module.ddr_channels=0"), Contains("module.ddr_channels"));
  CHECK_THAT(set("pfa_port", "module.hbm_stacks=-1"), Contains("module.hbm_stacks"));
  CHECK_THAT(set("pfa_port", "module.ddr=hbm3e_9200"), Contains("a memory of DDR5"));
  CHECK_THAT(set("pfa_port", "module=pfx"), Contains("pfm"));
  CHECK_THAT(set("pfa_port", "module.port.lane_rate=0 Gb/s"), Contains("module.port.lane_rate"));
  CHECK_THAT(set("pfa_port", "traffic.read_share=0.5"), Contains("/find_hit_rate"));
  CHECK_THAT(set("pfa_port", "module.ddr_mapping=row-bank"), Contains("/module/ddr"));
  CHECK_THAT(set("pfa_port", "module.hbm.controller.mapping=row-column-bank-group-channel"),
             Contains("hbm_mapping") && Contains("one of both is enough"));
  CHECK_THAT(set("cache_sweep", "traffic.access=2 MiB"), Contains("traffic.access"));
  CHECK_THAT(set("cache_sweep", "sweep.values=[\"4 TiB\"]"), Contains("/traffic/working_set"));
  CHECK_THAT(set("pfa_port", "traffic.working_set=10 TiB"), Contains("/traffic/working_set"));
  CHECK_THAT(set("pfa_port", "traffic.duration=1 ps"), Contains("/traffic/duration"));
  CHECK_THAT(refused("pfa_port", {"--requests", "r.txt"}), Contains("--requests"));
}
