// SPDX-License-Identifier: Apache-2.0
#include "mutation/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/file.hpp"
#include "mutation/prover.hpp"

namespace jacquard::tb {
namespace {

constexpr const char* kMutant = "mutant.sv";
constexpr int kRunSeconds = 20;

std::vector<Device> all_of(const std::vector<std::string>& names, const std::vector<Size>& sizes) {
  std::vector<Device> devices;
  for (const std::string& name : names) {
    for (const Device& device : devices_of(name, sizes)) devices.push_back(device);
  }
  return devices;
}

std::string vectors_name(std::size_t device) { return fmt::format("vectors{}", device); }

}  // namespace

std::vector<Subject> subjects() {
  // S that divides N and that does not, all in one clock, one at a time, a single port.
  const std::vector<Size> sizes = {{4, 4, 2}, {5, 3, 3}, {4, 3, 4}, {5, 4, 1}, {1, 2, 1}};
  const std::vector<Size> small = {{2, 2, 1}, {2, 2, 2}, {3, 2, 2}, {1, 2, 1}};
  const std::vector<Size> ports = {{4, 4, 1}, {5, 4, 1}, {1, 4, 1}};
  const std::vector<Size> few_ports = {{4, 2, 1}, {3, 2, 1}, {2, 2, 1}, {1, 2, 1}};
  // Two digits, one of them odd; a single digit, no digit.
  const std::vector<Size> digits = {{4, 3, 1}, {12, 3, 1}, {5, 3, 1}, {1, 2, 1}};
  const std::vector<Size> few_digits = {{4, 2, 1}, {6, 1, 1}, {3, 2, 1}, {1, 2, 1}};
  // Of all cores, and of two: the ladder's waste is hidden by few, which takes less.
  const std::vector<Device> decisions = {
      decision_device(4, 4, 4, 7), decision_device(12, 6, 7, 5), decision_device(3, 4, 4, 5),
      decision_device(2, 4, 4, 5), decision_device(1, 4, 4, 5),  decision_device(16, 8, 9, 6),
      decision_device(5, 3, 3, 3), decision_device(64, 8, 16, 7)};
  const std::vector<Device> few_decisions = {
      decision_device(1, 2, 2, 7), decision_device(2, 2, 2, 7), decision_device(3, 2, 2, 5),
      decision_device(3, 2, 1, 6)};
  // Not few: two of its four lanes with one cell each are already too much to prove in minutes.
  const std::vector<std::string> schedulers = {"unit", "ladder", "minhold", "shift"};
  const std::vector<Device> shells = {shell_device(1, 4, 4), shell_device(0, 3, 3)};
  // One for each core, as cores and the shell have their parts in parity.
  const std::vector<Device> flips = {parity_device({schedule::CoreKind::unit, 3, 2, 2}),
                                     parity_device({schedule::CoreKind::ladder, 3, 2, 2}),
                                     parity_device({schedule::CoreKind::minhold, 3, 2, 2})};
  const auto with_flips = [&](std::vector<Device> devices, std::size_t of_core) {
    devices.push_back(flips[of_core]);
    return devices;
  };
  const Device registers{"registers",
                         "jq_shell_registers",
                         {{"KIND", 1}, {"N", 4}, {"B", 4}, {"ROWS", 2}, {"PARITY", 1}, {"H", 4}}};
  return {{"jq_skid", shells, {shell_device(0, 1, 1)}},
          {"jq_shell_registers", with_flips(shells, 0), {registers}},
          {"jq_scheduler_axis", with_flips(shells, 1), {shell_device(0, 1, 1)}},
          {"jq_wwfa", all_of({"wwfa"}, ports), all_of({"wwfa"}, few_ports)},
          {"jq_slot_arbiter", all_of({"wwfa"}, ports), all_of({"wwfa"}, few_ports)},
          {"jq_bvn_parity",
           flips,
           {{"parity", "jq_bvn_parity", {{"N", 2}, {"B", 2}, {"ROWS", 1}}},
            {"parity", "jq_bvn_parity", {{"N", 2}, {"B", 3}, {"ROWS", 2}}}}},
          {"jq_bvn_unit", with_flips(all_of({"unit"}, sizes), 0), all_of({"unit"}, small)},
          {"jq_bvn_ladder", with_flips(all_of({"ladder", "descend"}, sizes), 1),
           all_of({"ladder", "descend"}, small)},
          {"jq_bvn_ladder_diagonal", with_flips(all_of({"ladder", "descend"}, sizes), 1),
           all_of({"ladder", "descend"}, small)},
          {"jq_bvn_minhold", with_flips(all_of({"minhold"}, sizes), 2), all_of({"minhold"}, small)},
          {"jq_shift", all_of({"shift"}, digits), all_of({"shift"}, few_digits)},
          {"jq_shift_digit", all_of({"shift"}, digits), all_of({"shift"}, few_digits)},
          {"jq_shift_tree", all_of({"shift"}, digits), all_of({"shift"}, few_digits)},
          {"jq_choose", decisions, few_decisions},
          {"jq_scheduler", all_of(schedulers, sizes), all_of(schedulers, small)},
          {"jq_crossbar", all_of({"crossbar"}, ports), all_of({"crossbar"}, few_ports)}};
}

Workshop::Workshop(const Subject& subject, const std::string& folder, std::int64_t clocks)
    : subject_(subject), folder_(folder), files_(copy_sources(folder)) {
  source_ = base::read_file(folder + "/" + subject.module + ".sv");
  for (std::size_t d = 0; d < subject.devices.size(); ++d) {
    write_vectors(folder, vectors_name(d), make_vectors(subject.devices[d], 3, clocks));
  }
}

void Workshop::write(const Mutant& mutant) const {
  base::write_file(folder_ + "/" + kMutant, apply(source_, mutant));
}

Trial Workshop::attempt(const Mutant& mutant, int prove_seconds) const {
  write(mutant);
  Trial trial;
  trial.mutant = mutant;
  trial.description = subject_.module + " " + describe(source_, mutant);
  if (kill(trial)) return trial;
  trial.fate = Fate::equivalent;
  for (const Device& device : subject_.proofs) {
    const Proof proof =
        prove_equivalent(folder_, device, files_, subject_.module + ".sv", kMutant, prove_seconds);
    trial.log += proof.log;
    if (proof.verdict == Verdict::equivalent) continue;
    trial.fate = Fate::survived;
    trial.how = fmt::format("{}: {}", device.label(),
                            proof.verdict == Verdict::different ? "different" : "undecided");
    break;
  }
  return trial;
}

// Sets the fate of a mutant that a device's vectors kill, or that does not compile.
bool Workshop::kill(Trial& trial) const {
  BenchJob job;
  job.folder = folder_;
  job.files = files_;
  std::replace(job.files.begin(), job.files.end(), subject_.module + ".sv", std::string(kMutant));
  job.seconds = kRunSeconds;
  for (std::size_t d = 0; d < subject_.devices.size(); ++d) {
    job.vectors = vectors_name(d);
    const BenchRun run = run_bench(subject_.devices[d], job);
    if (run.outcome == Outcome::passed) continue;
    trial.fate = run.outcome == Outcome::not_compiled ? Fate::invalid : Fate::killed;
    trial.how = subject_.devices[d].label() + ": " + run.said;
    return true;
  }
  return false;
}

bool Workshop::prover_refutes(const Mutant& mutant, int prove_seconds) const {
  write(mutant);
  return std::any_of(subject_.proofs.begin(), subject_.proofs.end(), [&](const Device& device) {
    return prove_equivalent(folder_, device, files_, subject_.module + ".sv", kMutant,
                            prove_seconds)
               .verdict == Verdict::different;
  });
}

}  // namespace jacquard::tb
