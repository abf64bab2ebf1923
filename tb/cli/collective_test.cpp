// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/mistake.hpp"
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

const Words kOpenCase = {"collective", "--kind",     "all-reduce", "--algorithm",
                         "ring",       "--topology", "Ring(8)",    "--bandwidth",
                         "50 GiB/s",   "--latency",  "500 ns",     "--bytes",
                         "64 MiB",     "--chunks",   "4",          "--json"};

json rows_of(const Words& words, const Folder& folder) {
  const Answer answer = run_program(words, folder);
  INFO("stderr: " << answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

// Of the run.
json row_of(const Words& words, const Folder& folder) { return rows_of(words, folder).at(0); }

// The words of the first command in the page's first code block, its lines joined.
Words first_command(const std::string& page) {
  const std::string mark = "```console\n$ ";
  const auto begin = page.find(mark) + mark.size();
  std::string block = page.substr(begin, page.find("\n...", begin) - begin);
  for (auto at = block.find("\\\n"); at != std::string::npos; at = block.find("\\\n")) {
    block.replace(at, 2, " ");
  }
  Words words;
  std::istringstream text(block);
  for (std::string word; text >> word;) {
    if (word.front() == '"') {
      while (word.back() != '"' || word.size() == 1) {
        std::string more;
        text >> more;
        word += " " + more;
      }
      word = word.substr(1, word.size() - 2);
    }
    words.push_back(word);
  }
  words.erase(words.begin());  // "jacquard"
  return words;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("The worked example of docs/results.md comes out as its table adds up") {
  const Folder folder;
  const std::string page = text_of(in_source_tree("docs/results.md"));
  // Endpoint delays, messages of 100 ns of way and 1,000 bytes, additions of 1,000 bytes.
  constexpr std::int64_t kNanoseconds = 10 + 6 * (100 + 1000) + 6 * 10 + 3 * 1000;
  CHECK_THAT(page, Catch::Contains("**9,670**"));
  CHECK(kNanoseconds == 9'670);
  const Words command = first_command(page);
  for (const char* engine : {"analytic", "event", "cycle"}) {
    const json row = row_of(with(command, {"--engine", engine}), folder);
    CHECK(row["time_ps"] == kNanoseconds * 1000);
    CHECK(row["rounds"] == 6);
    CHECK(row["messages"] == 24);
    CHECK(row["wire_bytes"] == 24'000);
    CHECK(row["algorithm_bandwidth_bytes_per_s"].get<double>() ==
          Approx(4000.0 / (kNanoseconds * 1e-9)));
  }
  const json chunks = row_of(with(command, {"--chunks", "4"}), folder);
  CHECK(chunks["time_ps"] == 4 * (10 + 6 * (100 + 250 + 10) + 3 * 250) * 1000);
}

TEST_CASE("The job of docs/results.md exposes what its all-reduce takes beyond computation") {
  const Folder folder;
  // ASTRA-sim's printed time of 1 MiB on such a ring; computations of 20, 50 and 10 us.
  constexpr int kAllReduce = 64'440;
  constexpr int kTime = 20'000 + kAllReduce + 10'000;
  constexpr int kExposed = kTime - 80'000;
  const std::string at = in_source_tree("configs/astra/overlap/");
  const Answer answer = run_program({"astra", "--workload-configuration=" + at + "job.json",
                                     "--system-configuration=" + at + "system.json",
                                     "--network-configuration=" + at + "network.yml",
                                     "--remote-memory-configuration=" + at + "remote_memory.json"},
                                    folder);
  const std::string line = "sys[0] finished, " + std::to_string(kTime) +
                           " cycles, exposed communication " + std::to_string(kExposed) +
                           " cycles.\n";
  CHECK(answer.exit_code == 0);
  CHECK_THAT(answer.out, Catch::StartsWith(line));
  CHECK(count_lines(answer.out) == 8);
  CHECK_THAT(text_of(in_source_tree("docs/results.md")), Catch::Contains(line));
}

TEST_CASE(
    "One collective through every engine and mode: ASTRA-sim's printed time, and the true one") {
  const Folder folder;
  struct Run {
    const char* engine;
    const char* mode;
    std::int64_t time_ps;
  };
  // A piece of 2 MiB takes 39,062.5 ns at 50 GiB/s and is added in 3 x 1,310.72 ns; ASTRA-sim
  // prints 2,326,112 cycles, as it cuts each of these to whole nanoseconds.
  constexpr std::int64_t exact =
      4 * (10'000 + 14 * (500'000 + 39'062'500LL + 10'000) + 7 * 3 * 1'310'720);
  for (const Run& run :
       {Run{"analytic", "faithful", exact}, Run{"event", "faithful", exact},
        Run{"cycle", "faithful", exact}, Run{"analytic", "astra-unaware", 2'326'112'000},
        Run{"event", "astra-unaware", 2'326'112'000}, Run{"event", "astra-aware", 2'326'112'000}}) {
    const json row = row_of(with(kOpenCase, {"--engine", run.engine, "--mode", run.mode}), folder);
    INFO(run.engine << " " << run.mode);
    CHECK(row["time_ps"] == run.time_ps);
    CHECK(row["rounds"] == 4 * 14);
    CHECK(row["messages"] == 4 * 14 * 8);
    CHECK(row["wire_bytes"] == std::int64_t{4 * 14 * 8} * (2 << 20));
  }
}

TEST_CASE("Rounds that were written are run as the collective they came from") {
  const Folder folder;
  const Words two = {"collective",   "--topology",         "Ring(4) Switch(8)",
                     "--bandwidth",  "200 GiB/s,50 GiB/s", "--latency",
                     "50 ns,500 ns", "--chunks",           "4",
                     "--spread",     "blueconnect",        "--json"};
  const json made = row_of(with(two, {"--rounds-out", folder.path("rounds.json")}), folder);
  const Words network = {"collective",         "--topology", "Ring(4) Switch(8)", "--bandwidth",
                         "200 GiB/s,50 GiB/s", "--latency",  "50 ns,500 ns",      "--json"};
  const json read = row_of(with(network, {"--rounds", folder.path("rounds.json")}), folder);
  for (const char* key : {"time_ps", "rounds", "messages", "wire_bytes"}) {
    CHECK(made[key] == read[key]);
  }
}

TEST_CASE("A collective that cannot be run is explained in one line, with exit code 2") {
  const Folder folder;
  folder.file("x.json", R"({"npus": [{"npu": 0, "slowdown": 2}]})");
  struct Mistake {
    Words words;
    const char* says;
  };
  const Words base = {"collective", "--json"};
  for (const Mistake& m : {
           Mistake{{"--topology", "Ring(6)", "--algorithm", "halving-doubling"}, "power of two"},
           Mistake{{"--topology", "Rink(8)"}, "Ring"},
           Mistake{{"--topology", "Ring(8)", "--bandwidth", "50"}, "--bandwidth"},
           Mistake{{"--topology", "Ring(8)", "--bandwidth", "1 GB/s,2 GB/s"}, "bandwidth"},
           Mistake{{"--topology", "Ring(8)", "--algorithm", "rings"}, "ring"},
           Mistake{{"--topology", "Ring(8)", "--algorithm", "ring,ring"}, "1 dimensions"},
           Mistake{{"--topology", "Ring(8)", "--algorithm", "direct", "--engine", "analytic"},
                   "messages meet on links"},
           Mistake{{"--topology", "Ring(8)", "--algorithm", "direct", "--engine", "cycle"},
                   "several links of a ring"},
           Mistake{{"--topology", "Ring(128)", "--engine", "cycle"}, "at most 64 NPUs"},
           Mistake{{"--engine", "cycle", "--mode", "astra-aware"}, "--mode faithful"},
           Mistake{{"--mode", "astra-unaware", "--algorithm", "two-way-ring"}, "two-way-ring"},
           Mistake{{"--kind", "send", "--engine", "analytic"}, "closed form"},
           Mistake{{"--placement", "reverse", "--engine", "analytic"}, "--placement"},
           Mistake{{"--guard", "1 us"}, "--guard"},
           Mistake{{"--forwarding", "store-and-forward", "--engine", "cycle"}, "--forwarding"},
           Mistake{{"--mode", "astra-unaware", "--disturbance", "x.json"}, "--disturbance"},
           Mistake{
               {"--mode", "astra-unaware", "--endpoint-delay", "10.5 ns", "--engine", "analytic"},
               "whole nanoseconds"},
           Mistake{{"--latency", "1000000 s", "--mode", "astra-unaware", "--engine", "analytic"},
                   "46 days"},
           Mistake{{"--latency", "1000000 s", "--mode", "astra-unaware"}, "106 days"},
           Mistake{{"--local-memory-bandwidth", "1 B/s", "--mode", "astra-aware"}, "106 days"},
           Mistake{{"--rounds", "/nowhere/rounds.json"}, "/nowhere/rounds.json"},
           Mistake{{"--bytes", "-1 B"}, "--bytes"},
           Mistake{{"--involved", "3"}, "--involved"},
       }) {
    const Answer answer = run_program(with(base, m.words), folder);
    INFO(m.says << "\nstderr: " << answer.err);
    CHECK(answer.exit_code == 2);
    CHECK(answer.out.empty());
    CHECK(count_lines(answer.err) == 1);
    CHECK_THAT(answer.err, Catch::Contains(m.says));
  }
}

TEST_CASE("ASTRA-sim's modes refuse the kinds and algorithms that ASTRA-sim has not") {
  const Folder folder;
  for (const char* mode : {"astra-unaware", "astra-aware"}) {
    const auto refused = [&](const char* kind, const char* algorithm, const char* option) {
      CAPTURE(mode, kind, algorithm);
      CHECK_THAT(
          jacquard::tb::mistake({"collective", "--kind", kind, "--algorithm", algorithm, "--mode",
                                 mode, "--topology", "Ring(8)", "--bytes", "1 MiB"},
                                folder),
          Catch::StartsWith(std::string("jacquard: ") + option));
    };
    refused("reduce", "ring", "--kind");
    refused("broadcast", "ring", "--kind");
    refused("all-reduce", "chain", "--algorithm");
    refused("all-gather", "shorter-way-ring", "--algorithm");
    refused("all-gather", "two-way-ring", "--algorithm");
  }
}

TEST_CASE("Ranks laid the other way round a ring take as long, on every engine that takes them") {
  const Folder folder;
  const Words base = {"collective", "--topology", "Ring(8)", "--algorithm", "ring", "--json"};
  const json plain = rows_of(base, folder).back();
  REQUIRE(plain["row_kind"] == "dimension");
  for (const char* engine : {"event", "cycle"}) {
    const json reversed =
        rows_of(with(base, {"--placement", "reverse", "--engine", engine}), folder).back();
    CHECK(reversed["time_ps"] == plain["time_ps"]);
    CHECK(reversed["utilisation"].get<double>() == Approx(plain["utilisation"].get<double>()));
  }
}

TEST_CASE("A matrix with nothing to send between some NPUs runs on circuits as by events") {
  const Folder folder;
  const std::string matrix = folder.file("demand.csv", "0,5,0\n7,0,1\n2,3,0\n");
  const Words base = {"collective", "--kind",     "all-to-all",        "--algorithm",
                      "direct",     "--topology", "FullyConnected(3)", "--demand",
                      matrix,       "--json"};
  const json event = row_of(with(base, {"--engine", "event"}), folder);
  const json cycle = row_of(with(base, {"--engine", "cycle"}), folder);
  CHECK(cycle["time_ps"].get<double>() == Approx(event["time_ps"].get<double>()).epsilon(0.01));
  CHECK(cycle["wire_bytes"] == 5 + 7 + 1 + 2 + 3);
}
