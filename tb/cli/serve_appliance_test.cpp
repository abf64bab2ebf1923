// SPDX-License-Identifier: Apache-2.0
// `jacquard serve` on XPUs before an appliance, by our own laws and with either set of energies.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

json only_row(const Words& words) {
  const Folder folder;
  const Answer answer = run_program(with(words, {"--json"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out).at("rows");
  REQUIRE(rows.size() == 1);
  return rows[0];
}

double figure(const json& row, const char* key) { return row.at(key).get<double>(); }

std::string mistake(const Words& words) {
  const Folder folder;
  return tb::mistake(words, folder);
}

const Words kAlone = {"serve", "llama3-405b",     "--precision", "fp8",     "--input-tokens",
                      "128",   "--output-tokens", "64",          "--batch", "1"};

json ours(const char* system) {
  return only_row(with(kAlone, {"--rules", "ours", "--system", system}));
}

}  // namespace

TEST_CASE("by our own laws too one request takes longer before the described appliance") {
  const json dgx = ours("dgx-h100");
  const json first = ours("pfa-described");
  const json next = ours("pfa-next-described");
  CHECK(first["rules"] == "ours");
  CHECK(first["source"] == "configs/measured/photonic/pfa.json");
  // Weights pass eight ports of at most 900 GB/s each once a token.
  CHECK(figure(first, "tpot_ps") > 405.8e9 / (8 * 900e9) * 1e12);
  CHECK(figure(dgx, "tpot_ps") / figure(first, "tpot_ps") < 0.5);
  CHECK(figure(next, "tpot_ps") < figure(first, "tpot_ps") / 2);
}

TEST_CASE("by our own laws keys beyond the modules' HBM lie in DDR") {
  const Words ask = {"serve",          "llama3-405b", "--rules",         "ours",
                     "--precision",    "fp8",         "--system",        "pfa-described",
                     "--input-tokens", "128",         "--output-tokens", "4096"};
  const json few = only_row(with(ask, {"--batch", "256"}));
  const json many = only_row(with(ask, {"--batch", "4096"}));
  CHECK(figure(few, "kv_beyond_bytes") == 0);
  // Keys and values, less what 1.237 TB of HBM leave beside 406 GB of weights and some buffers.
  const double most_left = 1.237e12 - 405.8e9;
  CHECK(figure(many, "kv_beyond_bytes") > figure(many, "kv_bytes") - most_left);
  CHECK(figure(many, "kv_beyond_bytes") < figure(many, "kv_bytes"));
}

TEST_CASE("traffic over time runs before an appliance") {
  const json row =
      only_row({"serve", "llama3-405b", "--rules", "ours", "--precision", "fp8", "--system",
                "16xpfa-next-described", "--clients", "4", "--input-tokens", "128",
                "--output-tokens", "16", "--requests-count", "8"});
  CHECK(row.at("row_kind") == "traffic");
  CHECK(row.at("npus") == 16);
  CHECK(row.at("requests") == 8);
  CHECK(figure(row, "energy_j") > 0);
}

TEST_CASE("links and switches of 2025 save what 22.1 pJ less a bit do") {
  for (const char* rules : {"paper", "ours"}) {
    INFO(rules);
    const Words ask = with(kAlone, {"--rules", rules, "--system", "pfa-described"});
    const json paper = only_row(ask);
    const json today = only_row(with(ask, {"--energy", "2025"}));
    CHECK(paper == only_row(with(ask, {"--energy", "paper"})));
    // Weights alone, once a token; 10 + 25 x 15/16 pJ a bit against 3.1 + 8.8 x 15/16.
    const double saved = 22.0875e-12 * 8 * 405.8e9 * 64;
    CHECK(figure(paper, "energy_j") - figure(today, "energy_j") == Approx(saved).epsilon(0.02));
  }
}

TEST_CASE("appliances that are none, and energies that are none, are refused") {
  CHECK_THAT(mistake(with(kAlone, {"--system", "65xpfa-paper"})),
             Contains("--system: expected 1..64 XPUs"));
  CHECK_THAT(mistake(with(kAlone, {"--system", "0xpfa-described", "--rules", "ours"})),
             Contains("--system: expected 1..64 XPUs"));
  CHECK_THAT(mistake(with(kAlone, {"--system", "pfa-next"})), Contains("pfa-next-described"));
  CHECK_THAT(mistake(with(kAlone, {"--system", "pfa-paper", "--energy", "2030"})),
             Contains("--energy") && Contains("paper"));
}
