// SPDX-License-Identifier: Apache-2.0
// --out and --no-report, which every verb takes.
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "sim/cli/command.hpp"
#include "sim/platform/family.hpp"

using Catch::Contains;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;

namespace {

// An experiment of each family, as short as it can be.
struct Short {
  const char* kind;
  Words words;
};
const std::vector<Short> kShort = {
    {"memory", {"hbm_stream", "--set", "traffic.duration=20 us"}},
    {"photonic", {"pfa_port", "--set", "variants=[]"}},
    {"npu", {"npu_gemm", "--set", "variants=[]"}},
    {"npu_collective", {"npu_allgather", "--set", "variants=[]"}},
    {"photonic_collective", {"pfa_allreduce", "--set", R"(sweep.values=["64 KiB"])"}},
    {"npu_step", {"npu_step", "--set", "variants=[]", "--set", "memory.fidelity=ideal"}},
    {"npu_mesh",
     {"meshslice_contention", "--set", "variants=[]", "--set", "shape=2tx2tx2048", "--set",
      R"(sweep.values=["1024"])"}},
    {"job_faults", {"job_faults", "--set", "variants=[]"}},
    {"in_network", {"in_network", "--set", "variants=[]"}},
    {"jobs", {"two_jobs", "--set", "variants=[]"}},
};

bool is_empty(const Folder& folder) {
  return std::filesystem::directory_iterator(folder.path(".")) ==
         std::filesystem::directory_iterator();
}

}  // namespace

TEST_CASE("Every verb takes --no-report, and refuses an --out beside it") {
  const Folder folder;
  for (const jacquard::cli::Command& command : jacquard::cli::commands()) {
    const std::string verb = command.name;
    INFO(verb);
    CHECK_THAT(run_program({verb, "--help"}, folder).out, Contains("--no-report"));
    CHECK_THAT(mistake({verb, "--no-report", "--no-timming"}, folder), Contains("--no-timming"));
    // A stack, or a result as JSON, is no report: these write the one without the other.
    if (verb == "genstack" || verb == "serve" || !command.writes) continue;
    CHECK_THAT(mistake({verb, "--no-report", "--out", "d"}, folder),
               Contains("--out") && Contains("--no-report writes no files"));
  }
  CHECK_THAT(mistake({"genstack", "report", "stack", "--no-report"}, folder),
             Contains("--no-report"));
}

TEST_CASE("An experiment of any family leaves what --json prints in the folder of --out") {
  std::set<std::string> kinds;
  for (const Short& one : kShort) {
    INFO(one.kind);
    kinds.insert(one.kind);
    const Folder folder;
    const Words words = with(with({"simulate"}, one.words), {"--json", "--no-timing", "--quiet"});
    const Answer written = run_program(with(words, {"--out", "d"}), folder);
    INFO(written.err);
    REQUIRE(written.exit_code == 0);
    CHECK(jacquard::base::read_file(folder.path("d/simulate.json")) == written.out);
  }
  for (const auto& family : jacquard::platform::families()) CHECK(kinds.count(family.kind) == 1);
}

TEST_CASE("demo draws no page under --no-report") {
  const Folder folder;
  const Answer answer = run_program({"demo", "--no-rtl", "--no-report"}, folder);
  CHECK(answer.exit_code == 0);
  CHECK(is_empty(folder));
  CHECK_THAT(answer.out, !Contains("report.html"));
}
