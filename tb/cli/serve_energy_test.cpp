// SPDX-License-Identifier: Apache-2.0
// `jacquard serve --interconnect`: energy of a token by the part that takes it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/folder.hpp"
#include "support/program.hpp"

using Catch::Contains;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

Answer answer_to(Words words) {
  const Folder folder;
  words.insert(words.begin(), {"serve", "llama3-8b", "--isl", "64", "--osl", "8"});
  return run_program(words, folder);
}

json row_of(Words words) {
  words.emplace_back("--json");
  const Answer answer = answer_to(std::move(words));
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"][0];
}

}  // namespace

// 8 H200 have NVLink of 450 GB/s each way: 3.6 Tb/s. Transceivers of 17 W for 800 Gb/s stand at
// both ends, and a chip of 450 W for 51.2 Tb/s between; all are on for the whole run.
TEST_CASE("Links and switch take their power for as long as a batch runs") {
  const json row =
      row_of({"--system", "8xh200", "--batch", "16", "--interconnect", "pluggable_packets"});
  const double seconds = static_cast<double>(row["time_ps"].get<std::int64_t>()) / 1e12;
  const double per_token = seconds / (16 * 8) * 8 * 3.6e12;
  CHECK(row["link_energy_per_token_j"].get<double>() == Approx(per_token * 2 * 17 / 800e9));
  // 28.8 Tb/s take one chip whole.
  CHECK(row["switch_energy_per_token_j"].get<double>() == Approx(seconds / (16 * 8) * 450));
  CHECK(row["npu_energy_per_token_j"].get<double>() +
            row["memory_energy_per_token_j"].get<double>() ==
        Approx(row["energy_per_token_j"].get<double>()));
  CHECK(row.count("energy_left_out") == 0);
}

TEST_CASE("What no source says is absent, and named") {
  const json row =
      row_of({"--system", "8xh200", "--batch", "16", "--interconnect", "nvlink_copper"});
  CHECK(row.count("switch_energy_per_token_j") == 0);
  CHECK_THAT(row["energy_left_out"].get<std::string>(), Contains("nvlink5_switch"));
  const json none = row_of({"--system", "8xh200", "--batch", "16"});
  CHECK(none.count("link_energy_per_token_j") == 0);
  CHECK_THAT(none["energy_left_out"].get<std::string>(), Contains("--interconnect"));
}

TEST_CASE("One NPU has no links, so they are left out") {
  const json row = row_of({"--system", "h200", "--batch", "1", "--interconnect", "nvlink_copper"});
  CHECK(row.count("link_energy_per_token_j") == 0);
  CHECK(row.count("switch_energy_per_token_j") == 0);
  CHECK_THAT(row["energy_left_out"].get<std::string>(), Contains("one NPU"));
}

TEST_CASE("A batch has the sentence too, and a table of NPUs' energy says so") {
  const Answer answer =
      answer_to({"--system", "8xh200", "--batch", "16", "--interconnect", "co_packaged_packets"});
  REQUIRE(answer.exit_code == 0);
  CHECK_THAT(answer.out, Contains("An output token takes") && Contains("by links"));
  CHECK_THAT(answer.out, Contains("NPUs' J/token"));
}

TEST_CASE("Requests over time have the same parts, and a sentence for people") {
  const Answer answer = answer_to({"--system", "8xh200", "--rate", "50 /s", "--requests-count",
                                   "20", "--interconnect", "co_packaged_packets"});
  REQUIRE(answer.exit_code == 0);
  CHECK_THAT(answer.out, Contains("An output token takes") && Contains("by links"));
}

TEST_CASE("An interconnect that is none, or of nodes, is refused in one line") {
  const Answer none = answer_to({"--system", "8xh200", "--batch", "1", "--interconnect", "copper"});
  CHECK(none.exit_code == 2);
  CHECK_THAT(none.err, Contains("--interconnect") && Contains("nvlink_copper"));
  const Answer nodes =
      answer_to({"--system", "16xh200", "--batch", "1", "--interconnect", "nvlink_copper"});
  CHECK(nodes.exit_code == 2);
  CHECK_THAT(nodes.err, Contains("NPUs around one switch"));
  const Answer paper =
      answer_to({"--system", "pfa-paper", "--batch", "1", "--interconnect", "photonic_appliance"});
  CHECK(paper.exit_code == 2);
  CHECK_THAT(paper.err, Contains("--interconnect") && Contains("paper's rules"));
}
