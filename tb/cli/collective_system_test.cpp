// SPDX-License-Identifier: Apache-2.0
// A system as one noun: by name, by path and inline it is what its parts are one by one.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

using namespace jacquard::tb;
namespace {

const Words kTask = {"collective", "--kind", "all-reduce", "--bytes", "64 MiB", "--json"};

}  // namespace

TEST_CASE("A collective on a system by name, by path, inline or in parts gives the same bytes") {
  const Folder folder;
  const std::string path = in_source_tree("configs/systems/cosmic_system2.json");
  // Table 3 of COSMIC, as its options are written out.
  const Words parts = {"--topology",
                       "Ring(4) FullyConnected(8) Ring(4) Switch(8)",
                       "--bandwidth",
                       "375 GiB/s,175 GiB/s,150 GiB/s,100 GiB/s",
                       "--bandwidth-per",
                       "npu",
                       "--latency",
                       "20 ns,700 ns,700 ns,1700 ns",
                       "--algorithm",
                       "ring,direct,ring,halving-doubling",
                       "--spread",
                       "blueconnect",
                       "--local-memory-bandwidth",
                       "50 GB/s"};
  for (const char* const engine : {"analytic", "event"}) {
    const Words task = with(kTask, {"--engine", engine});
    const Answer expected = run_program(with(task, parts), folder);
    REQUIRE(expected.exit_code == 0);
    for (const std::string& system :
         {std::string("cosmic_system2"), path, jacquard::base::read_file(path)}) {
      const Answer answer = run_program(with(task, {"--system", system}), folder);
      INFO(engine << " " << answer.err);
      CHECK(answer.exit_code == 0);
      CHECK(answer.out == expected.out);
    }
  }
}

TEST_CASE("An option beside a system wins, and what is wrong with a system is one line") {
  const Folder folder;
  const auto row = [&](const Words& more) {
    const Answer answer = run_program(with(kTask, more), folder);
    REQUIRE(answer.exit_code == 0);
    return nlohmann::json::parse(answer.out)["rows"][0];
  };
  CHECK(row({"--system", "cosmic_system1", "--topology", "Ring(8)", "--bandwidth", "1 GB/s",
             "--latency", "0 s", "--algorithm", "ring"})["npus"] == 8);
  for (const auto& [system, says] :
       {std::pair<std::string, std::string>{"cosmic_system9", "cosmic_system"},
        {"{\"npu\": {\"peek\": 1}}", "/npu/peek"},
        {"{\"network\": ", "--system"},
        {"", "--system"},
        {"none.json", "none.json"}}) {
    const Answer answer = run_program(with(kTask, {"--system", system}), folder);
    INFO(system << "\n" << answer.err);
    CHECK(answer.exit_code == 2);
    CHECK(count_lines(answer.err) == 1);
    CHECK_THAT(answer.err, Catch::Contains(says));
  }
  const Answer cycle =
      run_program(with(kTask, {"--system", "cosmic_system2", "--engine", "cycle"}), folder);
  CHECK(cycle.exit_code == 2);
  CHECK_THAT(cycle.err, Catch::Contains("at most 64 NPUs"));
}

TEST_CASE("A kind that a system's algorithm cannot do takes one that can in that dimension") {
  const Folder folder;
  const Words ask = {"collective", "--system", "cosmic_system1", "--kind",
                     "all-to-all", "--bytes",  "16 MB",          "--json"};
  const Answer alone = run_program(ask, folder);
  REQUIRE(alone.exit_code == 0);
  CHECK_THAT(alone.err, Catch::Contains("which cannot do all-to-all"));
  const Answer said = run_program(with(ask, {"--algorithm", "ring,ring,ring,direct"}), folder);
  REQUIRE(said.exit_code == 0);
  CHECK(alone.out == said.out);
}

TEST_CASE("The kind may be the first word, and says the same as its option") {
  const Folder folder;
  const Words rest = {"--system", "8xh100", "--bytes", "8 MiB", "--json"};
  const Answer by_word = run_program(with({"collective", "all-gather"}, rest), folder);
  const Answer by_option = run_program(with({"collective", "--kind", "all-gather"}, rest), folder);
  REQUIRE(by_word.exit_code == 0);
  CHECK(by_word.out == by_option.out);
  const Answer mistyped = run_program(with({"collective", "all-gathr"}, rest), folder);
  CHECK(mistyped.exit_code == 2);
  CHECK_THAT(mistyped.err, Catch::Contains("--kind: expected") && Catch::Contains("all-gather"));
}
