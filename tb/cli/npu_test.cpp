// SPDX-License-Identifier: Apache-2.0
// simulate npu_gemm and npu_gemm_contention, as a user does.
#include <catch2/catch.hpp>
#include <cmath>
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

Words assigned(const Words& set) {
  Words words;
  for (const std::string& assignment : set) words.insert(words.end(), {"--set", assignment});
  return words;
}

json rows_of(const std::string& experiment, const Words& set) {
  const Folder folder;
  const Answer answer =
      run_program(with({"simulate", experiment, "--json", "--no-timing"}, assigned(set)), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

json gemm(const Words& set) {
  const json rows = rows_of("npu_gemm", set);
  REQUIRE(rows.size() == 1);
  return rows[0];
}

std::string refused(const Words& set, const Words& more = {}) {
  const Folder folder;
  return mistake(with(with({"simulate", "npu_gemm"}, assigned(set)), more), folder);
}

}  // namespace

TEST_CASE("simulate npu_gemm counts the clocks of SCALE-Sim where nothing overlaps") {
  struct Known {
    const char* array;
    const char* dataflow;
    const char* shape;
    std::int64_t cycles;
  };
  for (const Known& known : std::vector<Known>{{"4x4", "os", "4x4x4", 10},
                                               {"4x4", "ws", "4x4x4", 14},
                                               {"16x16", "os", "16x16x16", 46},
                                               {"16x16", "ws", "16x16x16", 62},
                                               {"128x128", "os", "256x256x256", 2040},
                                               {"128x128", "ws", "256x256x256", 2552},
                                               {"128x128", "os", "512x128x256", 2040},
                                               {"128x128", "ws", "512x128x256", 1788},
                                               {"128x128", "is", "512x128x256", 4080},
                                               // 3 x 5 folds of 7 + 30 + 12 - 2 clocks
                                               {"30x12", "os", "77x55x7", 3 * 5 * 47},
                                               {"1x1", "is", "1x1x1", 2}}) {
    INFO(known.array << " " << known.dataflow << " " << known.shape);
    const json row =
        gemm({std::string("array=") + known.array, std::string("dataflow=") + known.dataflow,
              std::string("gemm=") + known.shape, "overlap=off"});
    CHECK(row["cycles"] == known.cycles);
    CHECK(row["closed_form_cycles"] == known.cycles);
    CHECK(row["time_ps"] == known.cycles * 1000 + row["stall_ps"].get<std::int64_t>());
    CHECK(row["stall_ps"] > 0);
  }
}

TEST_CASE("simulate npu_gemm has the figures of its memory, whose shares add up") {
  const json row = gemm({"gemm=256x256x256"});
  double shares = 0;
  for (const char* part : {"data", "activate", "refresh", "turnaround", "idle"}) {
    shares += row[std::string("bus_") + part + "_fraction"].get<double>();
  }
  CHECK(shares == Approx(1));
  CHECK(row["fraction"].get<double>() ==
        Approx(row["achieved_bytes_per_s"].get<double>() / 1177.6e9));
  const double seconds = row["time_ps"].get<double>() * 1e-12;
  CHECK(row["achieved_bytes_per_s"].get<double>() * seconds == Approx(3 * 2 * 256 * 256));
  CHECK(row["latency_p99_ps"] >= row["latency_p50_ps"]);
  CHECK(row["energy_j"] > 0);
  // Loads and computes side by side take less time than one after the other.
  CHECK(gemm({"gemm=1024x1024x1024", "tile=256"})["time_ps"] <
        gemm({"gemm=1024x1024x1024", "tile=256", "overlap=off"})["time_ps"]);
}

TEST_CASE("the same product gives the same bytes, on any number of threads") {
  const Folder folder;
  const Words words = {"simulate", "npu_gemm_contention",    "--json",
                       "--set",    "sweep.values=[\"256\"]", "--no-timing"};
  const Answer one = run_program(with(words, {"--threads", "1"}), folder);
  const Answer two = run_program(with(words, {"--threads", "2"}), folder);
  REQUIRE(one.exit_code == 0);
  CHECK(one.out == two.out);
}

TEST_CASE("simulate npu_gemm_contention: links slow small tiles down, from 2 F / T on") {
  const json rows =
      rows_of("npu_gemm_contention", {"sweep.values=[\"512\",\"576\",\"640\",\"704\",\"768\"]",
                                      R"json(variants=[{"name": "0", "set": ["memory.fidelity=lt"]},
           {"name": "lt", "set": ["memory.fidelity=lt", "links_sending=4"]},
           {"name": "ideal", "set": ["memory.fidelity=ideal", "links_sending=4"]}])json"});
  REQUIRE(rows.size() == 15);
  for (const json& row : rows) {
    INFO(row);
    if (row["variant"] == "0") {
      CHECK(row["links_bytes_per_s"] == 0);
      CHECK(row["slow_down"] == 1.0);
      continue;
    }
    CHECK(row["links_bytes_per_s"] == 360e9);
    CHECK(row["peak_bytes_per_s"] == 1200e9);
    CHECK(std::ceil(row["bound_tile"].get<double>()) == 648);
    const double tile = row["tile"].get<double>();
    CHECK(row["need_bytes_per_s"].get<double>() == Approx(2 * 272e12 / tile).epsilon(0.001));
    const double slow_down = row["slow_down"].get<double>();
    if (tile < 648) {
      CHECK(slow_down > 1.004);
      CHECK(slow_down == Approx(row["bound_slow_down"].get<double>()).epsilon(0.03));
    } else {
      // A DRAM reaches a little less than its peak, so it begins a little above.
      CHECK(slow_down == Approx(1).margin(row["fidelity"] == "ideal" ? 1e-6 : 0.002));
    }
  }
}

TEST_CASE("a product that cannot be is refused with the key that is wrong") {
  struct Case {
    Words set;
    const char* place;
  };
  for (const Case& c : std::vector<Case>{
           {{"gemm=256x256"}, "gemm"},
           {{"gemm=256x256x256x1"}, "gemm"},
           {{"gemm=0x1x1"}, "gemm"},
           {{"gemm=-1x1x1"}, "gemm"},
           {{"gemm=1x1xNaN"}, "gemm"},
           {{"gemm=1e3x1x1"}, "gemm"},
           {{"gemm=1000001x1x1"}, "1..1000000"},
           {{"gemm=99999999999999999999x1x1"}, "gemm"},
           {{"gemm="}, "gemm"},
           {{"gemm=xx"}, "gemm"},
           {{"gemm=4tx4tx4t"}, "tile"},
           {{"gemm=4tx4tx4t", "tile=500000"}, "gemm"},
           {{"gemm=1000000x1000000x1000000"}, "fit into the memory"},
           {{"gemm=40000x40000x40000", "tile=128"}, "pairs of tiles"},
           {{"gemm=100000x100000x10000", "tile=2000", "scratchpad=64 MiB", "memory.fidelity=at"},
            "in minutes"},
           {{"gemm=10000x10000x10000", "array=1x1", "clock=1 ms"}, "a day"},
           {{"array=0x128"}, "array"},
           {{"array=128"}, "128x128"},
           {{"array=128x65537"}, "array"},
           {{"dataflow=rs"}, "\"os\", \"ws\" or \"is\""},
           {{"overlap=maybe"}, "\"on\" or \"off\""},
           {{"tile=0"}, "tile"},
           {{"gemm=4000x4000x4000", "tile=4000"}, "half of the scratchpad"},
           {{"scratchpad=1 B"}, "scratchpad"},
           {{"scratchpad=64"}, "unit"},
           {{"clock=0 ps"}, "clock"},
           {{"cores=0"}, "cores"},
           {{"arrays=0"}, "arrays"},
           {{"links_sending=5"}, "at most the 4 links"},
           {{"nic.rate=0 b/s"}, "nic.rate"},
           {{"npu=tpu_v5"}, "tpu_v4"},
           {{"memory.organisation.channels=0"}, "channels"},
           {{"memory.timing.tRC=1 ns"}, "tRC"},
           {{"aray=4x4"}, "'array'?"},
       }) {
    INFO(c.set.back());
    CHECK_THAT(refused(c.set), Contains(c.place));
  }
  CHECK_THAT(refused({}, {"--seeds", "3"}), Contains("--seeds"));
}

TEST_CASE("an NPU by name is changed by the keys beside it") {
  const Folder folder;
  folder.file("e.json", R"({"kind": "npu", "npu": "tpu_v4", "arrays": 2, "gemm": "1x1x1",
                           "memory": {"fidelity": "ideal"}})");
  const Answer answer = run_program({"config", "show", "e.json", "--json"}, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json row = json::parse(answer.out)["rows"][0];
  CHECK(row["arrays"] == 2);
  CHECK(row["cores"] == 2);
  CHECK(row["memory"]["organisation"]["channels"] == 64);
  CHECK(row["memory"]["fidelity"] == "ideal");
  // What is shown is a configuration, of the same run.
  json again = row;
  again.erase("row_kind");
  again.erase("config");
  folder.file("again.json", again.dump());
  const auto rows = [&folder](const char* name) {
    return json::parse(
        run_program({"simulate", name, "--json", "--no-timing"}, folder).out)["rows"];
  };
  CHECK(rows("e.json") == rows("again.json"));
}
