// SPDX-License-Identifier: Apache-2.0
// Sizes and times that do not fit 64 bits, and what else a collective's options cannot mean: one
// line that names the option, exit code 2.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/program.hpp"
#include "support/source_tree.hpp"

using jacquard::tb::Answer;
using jacquard::tb::count_lines;
using jacquard::tb::Folder;
using jacquard::tb::in_source_tree;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

void require_refused(const Words& words, const Folder& folder, const Words& says) {
  const Answer answer = run_program(words, folder);
  std::string all;
  for (const std::string& word : words) all += " " + word;
  INFO(all << "\nstderr: " << answer.err);
  CHECK(answer.exit_code == 2);
  CHECK(answer.out.empty());
  CHECK(count_lines(answer.err) == 1);
  for (const std::string& word : says) CHECK_THAT(answer.err, Catch::Contains(word));
}

}  // namespace

TEST_CASE("Sizes beyond 64 bits of bytes or picoseconds are refused by name in every engine") {
  const Folder folder;
  const Words ring = {"collective", "--topology", "Ring(8)"};
  const std::string most = "9223372036854775807 B";
  for (const Words& run :
       {Words{"--engine", "analytic"}, Words{"--engine", "event"}, Words{"--engine", "cycle"},
        Words{"--mode", "astra-unaware"}, Words{"--mode", "astra-aware"},
        Words{"--mode", "astra-unaware", "--engine", "analytic"}}) {
    require_refused(with(ring, with({"--bytes", most}, run)), folder, {"--bytes"});
  }
  // n (n - 1) messages of what is just allowed, which would take no time.
  require_refused({"collective", "--kind", "all-gather", "--topology", "Ring(1024)", "--bytes",
                   "1 PB", "--bandwidth", "1000000 TB/s", "--latency", "0 s"},
                  folder, {"--bytes", "4e18"});
  // Within that, but a message passes up to 512 links.
  require_refused({"collective", "--topology", "Ring(1024)", "--algorithm", "halving-doubling",
                   "--bytes", "1.5 PB", "--local-memory-bandwidth", "1000000 TB/s", "--bandwidth",
                   "1000000 TB/s", "--latency", "0 s"},
                  folder, {"--bytes", "8e18"});
}

TEST_CASE("A collective of hour-long messages is refused by closed forms as by events") {
  const Folder folder;
  // A message of 2,999 s: 2 x 1,499 of them are 104 days.
  const Words ring = {"collective", "--topology",  "Ring(1500)", "--bytes",
                      "4498500 MB", "--bandwidth", "1 MB/s",     "--latency",
                      "1 us",       "--algorithm", "ring"};
  for (const Words& run : {Words{"--engine", "analytic"}, Words{"--engine", "event"},
                           Words{"--engine", "analytic", "--mode", "astra-unaware"}}) {
    require_refused(with(ring, run), folder, {"--bytes", "46 days"});
  }
  // 2 x 7 of them are half a day, which is no mistake.
  const Words less = {"collective", "--topology",  "Ring(8)", "--bytes",
                      "23992 MB",   "--bandwidth", "1 MB/s",  "--latency",
                      "1 us",       "--algorithm", "ring",    "--json"};
  std::int64_t times[2];
  std::size_t at = 0;
  for (const char* engine : {"analytic", "event"}) {
    const Answer answer = run_program(with(less, {"--engine", engine}), folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    times[at++] = json::parse(answer.out)["rows"][0]["time_ps"];
  }
  CHECK(times[0] == times[1]);
  CHECK(static_cast<double>(times[0]) == Approx(2 * 7 * 2999e12).epsilon(1e-3));
}

TEST_CASE("A comm_size that cannot be counted is reported with its node") {
  const Folder folder;
  const std::string at = in_source_tree("configs/astra/overlap/");
  std::ifstream file(at + "job.json");
  json job = json::parse(file);
  for (const std::uint64_t size :
       {std::uint64_t{9'223'372'036'854'775'807U}, std::uint64_t{1} << 62}) {
    job["nodes"][1]["attr"]["comm_size"] = {{"uint64", size}};
    folder.file("job.json", job.dump());
    require_refused({"astra", "--workload-configuration=" + folder.path("job.json"),
                     "--system-configuration=" + at + "system.json",
                     "--network-configuration=" + at + "network.yml",
                     "--remote-memory-configuration=" + at + "remote_memory.json"},
                    folder, {"all-reduce of layer 2", "comm_size of at most"});
  }
}

TEST_CASE("What to take instead is something that works") {
  const Folder folder;
  const Words base = {"collective", "--topology", "FullyConnected(8)"};
  const Answer tree = run_program(
      with(base, {"--kind", "all-to-all", "--algorithm", "double-binary-tree"}), folder);
  CHECK(tree.exit_code == 2);
  CHECK_THAT(tree.err, Catch::Contains("take ring or direct"));
  CHECK_THAT(tree.err, !Catch::Contains("halving"));
  require_refused(with(base, {"--config", "llama"}), folder,
                  {"--config", "path of a .json file", "'llama'"});
}

TEST_CASE("prove refuses a message of no bytes that carries pieces") {
  const Folder folder;
  const std::string rounds = folder.path("ring.json");
  REQUIRE(run_program({"collective", "--topology", "Ring(4)", "--rounds-out", rounds}, folder)
              .exit_code == 0);
  std::ifstream file(rounds);
  json graph = json::parse(file);
  graph["rounds"][1]["bytes"] = "0 B";
  folder.file("empty.json", graph.dump());
  require_refused({"collective", "prove", "--rounds", "empty.json"}, folder,
                  {"empty.json#/rounds/1/bytes", "at least 1 B"});
}

TEST_CASE("What 65,536 NPUs send is counted, and what 50,000 exchange does not abort") {
  const Folder folder;
  const auto run_of = [&](const Words& words) {
    const Answer answer = run_program(with(words, {"--json"}), folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    return json::parse(answer.out)["rows"][0];
  };
  for (const char* engine : {"analytic", "event"}) {
    const json ring = run_of(
        {"collective", "--algorithm", "ring", "--topology", "Ring(65536)", "--engine", engine});
    CHECK(ring["messages"] == std::int64_t{131'070} * 65'536);
    CHECK(ring["wire_bytes"] == std::int64_t{131'070} * 65'536 * 1024);
  }
  const json all = run_of({"collective", "--kind", "all-to-all", "--algorithm", "direct",
                           "--topology", "Switch(50000)", "--bytes", "500 MB"});
  CHECK(all["messages"] == std::int64_t{49'999} * 50'000);
  // 49,999 messages of 10,000 B at 50 GB/s, and the way.
  CHECK(all["time_ps"].get<double>() == Approx(49'999 * 200e3).epsilon(0.001));
}

TEST_CASE("More work than is allowed is refused before it begins, and by an option allowed") {
  const Folder folder;
  const Words halving = {"collective", "--topology", "Ring(131072)", "--algorithm",
                         "halving-doubling"};
  require_refused(halving, folder, {"--most-events", "about 3.44e+10 events", "10000000000"});
  require_refused(
      {"collective", "--topology", "Ring(16777216)", "--symmetry", "off", "--algorithm", "ring"},
      folder, {"--most-events"});
  // 4.3e9 links.
  require_refused({"collective", "--topology", "FullyConnected(65536)", "--symmetry", "off",
                   "--kind", "broadcast", "--algorithm", "halving-doubling"},
                  folder, {"--most-memory", "16 rounds"});
  require_refused(
      {"collective", "--topology", "Ring(65536)", "--kind", "broadcast", "--algorithm", "ring"},
      folder, {"--most-memory", "65535 rounds"});
  require_refused({"collective", "--topology", "Switch(16777216)", "--kind", "all-to-all",
                   "--algorithm", "direct", "--chunks", "65536"},
                  folder, {"--most-memory", "rounds"});
  require_refused({"collective", "--topology", "FullyConnected(1048576)", "--algorithm",
                   "double-binary-tree", "--chunks", "65536", "--engine", "analytic"},
                  folder, {"--most-memory"});
  require_refused({"collective", "--topology", "Ring(8)", "--chunks", "1000000000"}, folder,
                  {"--chunks", "1..1048576"});
  require_refused({"collective", "--topology", "Switch(50000)", "--kind", "all-to-all",
                   "--algorithm", "direct", "--rounds-out", "r.json"},
                  folder, {"r.json", "1073741824 pieces", "2500000000"});
  const Words small = {"collective", "--topology",  "Ring(64)", "--symmetry",
                       "off",        "--algorithm", "ring"};
  require_refused(with(small, {"--most-events", "1000"}), folder, {"--most-events"});
  CHECK(run_program(with(small, {"--most-events", "1000000"}), folder).exit_code == 0);
}

TEST_CASE("A seed is that of a generated --demand, and --out writes the result") {
  const Folder folder;
  const Words run = {"collective",  "--topology", "Switch(8)", "--kind", "all-to-all",
                     "--algorithm", "direct",     "--demand",  "moe:8",  "--json"};
  const auto time_of = [&](const char* seed) {
    const Answer answer = run_program(with(run, {"--seed", seed, "--out", "o"}), folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    std::ifstream file(folder.path("o/collective.json"));
    std::stringstream written;
    written << file.rdbuf();
    CHECK(written.str() == answer.out);
    return json::parse(answer.out)["rows"][0]["time_ps"].get<std::int64_t>();
  };
  CHECK(time_of("1") != time_of("2"));
  CHECK(time_of("2") == time_of("2"));
  CHECK(run_program({"collective", "prove", "--ports", "4", "--out", "p"}, folder).exit_code == 0);
  CHECK(std::ifstream(folder.path("p/prove.json")).good());
}
