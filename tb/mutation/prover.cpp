// SPDX-License-Identifier: Apache-2.0
#include "mutation/prover.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"
#include "vectors/elaborate.hpp"

namespace jacquard::tb {
namespace {

bool says(const std::string& log, const char* what) { return log.find(what) != std::string::npos; }

std::string one_side(const Device& device, const std::vector<std::string>& files,
                     const std::string& name) {
  return yosys_elaborate(device, files) +
         fmt::format(
             "proc\nflatten\nmemory -nomap\nopt_clean\nrename {} {}\n"
             "design -stash {}\n",
             device.module, name, name);
}

}  // namespace

Proof prove_equivalent(const std::string& folder, const Device& device,
                       const std::vector<std::string>& files, const std::string& original,
                       const std::string& mutant, int seconds) {
  std::vector<std::string> changed = files;
  std::replace(changed.begin(), changed.end(), original, mutant);
  const std::string script =
      one_side(device, files, "gold") + one_side(device, changed, "gate") +
      "design -copy-from gold -as gold gold\ndesign -copy-from gate -as gate gate\n"
      "miter -equiv -flatten gold gate miter\nhierarchy -top miter\n"
      "async2sync\ntechmap\ndffunmap\nsetundef -undriven -zero\nopt -fast\n"
      "dfflegalize -cell $_DFF_P_ 0\nsetundef -zero -init\naigmap\nclean\n"
      "write_aiger -zinit miter.aig\n";
  base::write_file(folder + "/miter.ys", script);
  Proof proof;
  proof.log = fmt::format("# {}: {} against {}\n", device.label(), mutant, original);
  const tool::ProcessResult built = tool::run_process({"yosys", "-q", "miter.ys"}, folder);
  proof.log += built.output;
  if (built.exit_code != 0) return proof;

  const std::string commands = fmt::format(
      "read_aiger miter.aig; strash; print_stats; scorr; dc2; scorr -F 4; dc2; print_stats; pdr -T "
      "{}",
      seconds);
  const tool::ProcessResult solved = tool::run_process(
      {"timeout", "--kill-after=5", std::to_string(seconds + 30), "yosys-abc", "-c", commands},
      folder);
  proof.log += solved.output;
  if (says(solved.output, "Property proved") || says(solved.output, "trivially unsatisfiable")) {
    proof.verdict = Verdict::equivalent;
  } else if (says(solved.output, "was asserted in frame") || says(solved.output, "trivially sat")) {
    proof.verdict = Verdict::different;
  }
  return proof;
}

}  // namespace jacquard::tb
