// SPDX-License-Identifier: Apache-2.0
// Where files that a user names are looked for.
#include <catch2/catch.hpp>
#include <filesystem>

#include "cli/mistake.hpp"
#include "support/source_tree.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;

namespace {

const Words kAstra = {"astra", "--workload-configuration=configs/astra/overlap/job.json",
                      "--system-configuration=configs/astra/overlap/system.json",
                      "--network-configuration=configs/astra/overlap/network.yml",
                      "--remote-memory-configuration=configs/astra/overlap/remote_memory.json"};

// A verb whose last word names a shipped file.
const std::vector<Words> kInputs = {
    {"schedule", "--demand", "configs/traces/esft_16x16_token_matrices.jsonl"},
    {"schedule", "--demand", "moe:4", "--config", "configs/schedulers/ladder_fast_optics.json"},
    {"simulate", "permutation", "--no-report", "--fabrics", "pfc-only", "--flows",
     "configs/traces/two_to_one.txt"},
    {"simulate", "--no-report", "--set", "traffic.count=1", "configs/experiments/guard_sweep.json"},
    {"config", "check", "configs/systems/cosmic_system1.json"},
    {"collective", "--topology", "Ring(2)", "--rounds", "configs/rounds/two_all_gathers.json"},
    {"collective", "prove", "--rounds", "configs/rounds/two_all_gathers.json"},
    {"collective", "--algorithm", "direct", "--topology", "configs/graphs/leaf_spine.json"},
    {"trace", "configs/astra/overlap/job.json"},
    kAstra,
};

}  // namespace

TEST_CASE("A shipped file is found from any folder, whatever option names it") {
  const Folder folder;
  for (const Words& words : kInputs) {
    const Answer answer = run_program(with(words, {"--quiet"}), folder);
    INFO(words.front() << " ... " << words.back() << ": " << answer.err);
    CHECK(answer.exit_code == 0);
    CHECK_FALSE(answer.out.empty());
  }
}

TEST_CASE("A file of one's own comes before the shipped one of that name") {
  const Folder folder;
  std::filesystem::create_directories(folder.path("configs/traces"));
  std::filesystem::create_directories(folder.path("configs/systems"));
  folder.file("configs/traces/esft_16x16_token_matrices.jsonl", "0,7\n7,0\n");
  const Answer own = run_program(kInputs.front(), folder);
  CHECK(own.exit_code == 0);
  CHECK_THAT(own.out, Catch::Contains("  7  "));
  folder.file("configs/systems/cosmic_system1.json", R"x({"network": {"topology": "Ring(6)"}})x");
  CHECK_THAT(run_program({"config", "show", "configs/systems/cosmic_system1.json"}, folder).out,
             Catch::Contains("Ring(6)"));
}

TEST_CASE("A name that is no file, here or shipped, is reported as it was given") {
  const Folder folder;
  for (const Words& words : kInputs) {
    Words gone = words;
    std::string& word = gone.back();
    const auto at = word.find("configs/") + std::string("configs/").size();
    word.insert(at, "gone/");
    CHECK_THAT(mistake(gone, folder), Catch::Contains(word.substr(word.find("configs/"))));
  }
}
