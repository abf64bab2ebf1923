// SPDX-License-Identifier: Apache-2.0
// jacquard gemm run, as a user has it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

Words run(const std::string& algorithm, const std::string& mesh, const std::string& shape,
          const Words& more = {}) {
  Words words = {"gemm", "run",    "--algorithm", algorithm, "--dataflow",
                 "os",   "--mesh", mesh,          "--shape", shape};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

json first_row(const Words& words, const Folder& folder) {
  Words with_json = words;
  with_json.insert(with_json.end(), {"--json", "--no-timing"});
  const Answer answer = run_program(with_json, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"][0];
}

const char* const kShape = "262144x36864x12288";  // GPT-3's first layer, a batch of 128

}  // namespace

TEST_CASE("gemm run takes the closed form's time on the analytic and the event engine") {
  const Folder folder;
  // By hand: a = 68.4 us + 7 (11.6 us + 25,165,824 B / 6 / 83.6 GB/s), b likewise over 31 hops of
  // 3,538,944 B / 6, g = 2 m n k / 256 / 245 TFLOP/s / 6: max(a, b) + 5 max(a, b, g) + g.
  const double a = 68.4e6 + 7 * (11.6e6 + 25165824.0 / 6 / 83.6e9 * 1e12);
  const double b = 68.4e6 + 31 * (11.6e6 + 3538944.0 / 6 / 83.6e9 * 1e12);
  const double g = 2.0 * 262144 * 36864 * 12288 / 256 / 245e12 / 6 * 1e12;
  const double time = std::max(a, b) + 5 * std::max({a, b, g}) + g;
  for (const char* engine : {"analytic", "event"}) {
    const json row =
        first_row(run("meshslice", "32x8", kShape, {"--slices", "6", "--engine", engine}), folder);
    INFO(row.dump());
    CHECK(row["time_ps"].get<double>() == Approx(time).margin(6 * 39));  // a picosecond a hop
    CHECK(row["compute_ps"].get<double>() == Approx(6 * g).margin(6));
    CHECK(row["exposed_comm_ps"] ==
          row["time_ps"].get<std::int64_t>() - row["compute_ps"].get<std::int64_t>());
    CHECK(row["utilisation"].get<double>() == Approx(6 * g / time * 245 / 272));
    CHECK(row["bytes_row"] == 7 * 25165824);
    CHECK(row["bytes_column"] == 31 * 3538944);
    // Two of each: gathered slices of A and B, and the chip's own slices.
    CHECK(row["buffer_bytes"] == 2 * (8 * 25165824 + 32 * 3538944 + 25165824 + 3538944) / 6);
  }
}

TEST_CASE("gemm run --algorithm all has every algorithm at its best, or why not") {
  const Folder folder;
  const Answer answer = run_program(run("all", "8x4", "32768x8192x8192", {"--json"}), folder);
  REQUIRE(answer.exit_code == 0);
  std::set<std::string> ran;
  std::set<std::string> refused;
  const json object = json::parse(answer.out);
  double meshslice = 0;
  double collective = 0;
  for (const json& row : object["rows"]) {
    (row["row_kind"] == "refused" ? refused : ran).insert(row["algorithm"].get<std::string>());
    if (row["algorithm"] == "meshslice") meshslice = row["time_ps"];
    if (row["algorithm"] == "collective") collective = row["time_ps"];
  }
  CHECK(ran == std::set<std::string>{"summa", "collective", "wang", "meshslice", "1d-tp", "fsdp"});
  CHECK(refused == std::set<std::string>{"cannon", "2.5d"});
  CHECK(meshslice <= collective);  // one slice is Collective
}

TEST_CASE("gemm run writes a timeline, a picture and traces that can be read again") {
  const Folder folder;
  const Words words = run("meshslice", "4x2", "4096x4096x4096",
                          {"--slices", "4", "--engine", "event", "--out", "product", "--traces"});
  REQUIRE(run_program(words, folder).exit_code == 0);
  const json timeline =
      json::parse(jacquard::base::read_file(folder.path("product/timeline.json")));
  int products = 0;
  int gathers = 0;
  for (const json& event : timeline["traceEvents"]) {
    if (event["ph"] != "X") continue;
    ++(event["cat"] == "compute" ? products : gathers);
  }
  CHECK(products == 4);
  CHECK(gathers == 8);
  CHECK(jacquard::base::read_file(folder.path("product/timeline.svg")).find("<svg") !=
        std::string::npos);
  const Answer trace = run_program({"trace", "product/trace/job", "--json"}, folder);
  REQUIRE(trace.exit_code == 0);
  const json rows = json::parse(trace.out)["rows"];
  CHECK(rows[0]["ranks"] == 8);
}

TEST_CASE("gemm run says what is wrong with a request, and what would do") {
  const Folder folder;
  const auto says = [&](const Words& words, const std::string& text) {
    const std::string found = mistake(words, folder);
    INFO(found);
    CHECK_THAT(found, Catch::Contains(text));
  };
  says(run("meshslice", "32x8", kShape, {"--slices", "7"}), "nearest is 6");
  says(run("cannon", "4x2", "8192x8192x8192"), "nearest is 2x2");
  says(run("cannon", "32x8", kShape), "nearest is 16x16");
  says(run("meshslice", "32x8", kShape, {"--chips", "128"}), "expected 128 chips");
  says(run("meshslice", "7x8", kShape), "--");
  says(run("collective", "4x4", kShape, {"--chip", "h100_sxm"}), "configs/devices");
  says(run("collective", "4x4", kShape, {"--system", "8xh100"}), "--mesh: expected 8 chips");
  says(run("collective", "4x2", kShape, {"--system", "8xh100", "--chip", "tpu-v4"}), "--chip");
  says(run("collective", "4x16", kShape, {"--system", "dgx_h100_8x8"}), "expected 8x8");
  says(run("collective", "4x4", kShape, {"--chip", "tpu-v4-simm"}), "tpu-v4-sim");
  says(run("collective", "4x2", "1048576x36864x49152"), "the memory of tpu-v4-sim");
  says(run("meshslice", "4x4", kShape, {"--engine", "events"}), "event");
  says(run("meshslice", "4x4", kShape, {"--mode", "papers"}), "paper");
  says(run("meshslice", "4x4", "12x13"), "MxNxK");
  says(run("meshslise", "4x4", kShape), "meshslice");
  says(run("meshslice", "4x4", kShape, {"--engine", "event", "--mode", "paper"}), "--mode");
  says(run("meshslice", "4x4", kShape, {"--traces"}), "--out");
  says(run("all", "4x4", kShape, {"--engine", "events"}), "event");
  says(run("cannon", "4x4", kShape, {"--open", "row"}), "--open");
  says(run("summa", "4x4", kShape, {"--rings", "two-way"}), "--rings");
  says(run("wang", "4x4", kShape, {"--slices", "4", "--overlapped", "row", "--fold", "row=2x2"}),
       "--fold");
  says(run("summa", "4x4", kShape, {"--mode", "authors", "--slices", "-3"}), "--slices");
  says(run("all", "4x4", kShape, {"--fold", "row=3x3"}), "--fold");
  says(run("all", "4x4", kShape, {"--block", "0"}), "--block");
  says(run("meshslice", "4x4", kShape, {"--engine", "cycle", "--rings", "two-way"}), "--rings");
  says(run("meshslice", "4x4", kShape, {"--engine", "cycle", "--element-bytes", "4"}),
       "--element-bytes");
}

TEST_CASE("A product on a system takes as long as the tuner says of it there") {
  const Folder folder;
  const Answer tuned = run_program(
      {"gemm", "tune", "llama3-8b", "--system", "8xh100", "--batch", "4", "--json", "--no-timing"},
      folder);
  REQUIRE(tuned.exit_code == 0);
  int products = 0;
  const json rows = json::parse(tuned.out)["rows"];
  for (const json& row : rows) {
    if (row.value("pass", "") != "forward" || row["layer"] != "projection") continue;
    const Words words = run("meshslice", "4x2", "8192x4096x4096",
                            {"--system", "8xh100", "--slices", row["slices"].dump()});
    CHECK(first_row(words, folder)["time_ps"] == row["time_ps"]);
    ++products;
  }
  CHECK(products == 1);
}
