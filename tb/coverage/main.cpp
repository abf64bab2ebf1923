// SPDX-License-Identifier: Apache-2.0
// Line and toggle coverage of rtl/ under the vectors of the golden models, module by module; 1 if
// one is below the bar.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "coverage/score.hpp"
#include "coverage/simulate.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"
#include "vectors/bench.hpp"

namespace jacquard::tb {
namespace {

constexpr double kBar = 98.0;  // percent
constexpr std::size_t kMissingShown = 20;

struct Extent {
  int ports, bits, diagonals_per_clock;
};

// A last group smaller than the others, and levels above the highest that a counter has.
const std::vector<Extent> kSizes = {{5, 5, 2}, {4, 8, 4}, {8, 6, 3}};

std::vector<Device> devices() {
  std::vector<Device> all;
  for (const std::string& name : device_names()) {
    for (const Extent& size : kSizes) {
      for (const bool rotate : {true, false}) {
        if (!rotate && name != "wwfa") continue;
        all.push_back(make_device(name, {size.ports, size.bits, size.diagonals_per_clock, rotate}));
      }
    }
  }
  return all;
}

// Prints a score; returns 1 if it is below the bar.
int judge(const std::string& what, const char* kind, const Score& score) {
  const bool enough = score.points > 0 && score.percent() >= kBar;
  fmt::print(
      "{:34} {:7} {:6.2f} %  {:6} of {:6} points; excluded: {} proved constant, {} no "
      "hardware{}\n",
      what, kind, score.percent(), score.covered, score.points, score.constant, score.no_hardware,
      enough ? "" : ": BELOW THE BAR");
  const std::size_t shown = std::min(score.missing.size(), kMissingShown);
  for (std::size_t m = 0; m < shown; ++m) fmt::print("  {}\n", score.missing[m]);
  if (shown < score.missing.size()) fmt::print("  ... {} more\n", score.missing.size() - shown);
  return enough ? 0 : 1;
}

std::set<std::string> modules_of(const Device& device,
                                 const std::vector<rtl::SignalToggles>& signals) {
  std::set<std::string> modules;
  for (const rtl::SignalToggles& signal : signals) modules.insert(module_of(device, signal.name));
  return modules;
}

// A proof that accepts anything is none: of two claims, one is wrong.
int proofs_can_fail(const std::string& folder, const std::vector<std::string>& files) {
  const Device arbiter = make_device("wwfa", {2, 1, 1, true});
  const ConstantBit right{"u_wwfa.gen_diagonal[0].row", 0, 2, true};
  const ConstantBit wrong{"u_wwfa.gen_diagonal[1].row", 0, 2, true};
  const auto proved = proved_constant(folder, files, arbiter, {wrong, right});
  if (proved.size() == 1 && proved[0].signal == right.signal) return 0;
  fmt::print("a wrong claim was proved, or a right one was not\n");
  return 1;
}

int run() {
  const std::int64_t clocks = 50000;
  Folder folder;
  const std::string work = folder.path("");
  const std::vector<std::string> files = copy_sources(work);
  rtl::LineCounts counts;
  std::set<std::string> exercised;
  int faults = proofs_can_fail(work, files);
  for (const Device& device : devices()) {
    write_vectors(work, "vectors", make_vectors(device, 3, clocks));
    const Observed observed = simulate(work, files, device);
    rtl::add_line_counts(observed.line_coverage, counts);
    const auto proved = proved_constant(work, files, device, still_bits(observed.signals));
    for (const std::string& module : modules_of(device, observed.signals)) {
      exercised.insert(module + ".sv");
      faults += judge(fmt::format("{}: {}", module, device.label()), "toggles",
                      toggle_score(device, module, observed.signals, proved));
    }
    std::fflush(stdout);  // a device takes its time
  }
  for (const std::string& file : files) {
    const Score lines = line_score(file, base::read_file(work + "/" + file), counts);
    if (exercised.count(file) == 0) {
      fmt::print("{:34} not exercised: no device has it\n", file);
      ++faults;
    } else if (lines.points == 0) {
      fmt::print("{:34} no process, so no lines: all of it is in its toggles\n", file);
    } else {
      faults += judge(file, "lines", lines);
    }
  }
  return faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace jacquard::tb

int main() {
  try {
    return jacquard::tb::run();
  } catch (const std::exception& fault) {
    fmt::print(stderr, "{}\n", fault.what());
    return 1;
  }
}
