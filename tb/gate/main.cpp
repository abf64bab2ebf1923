// SPDX-License-Identifier: Apache-2.0
// The netlists of the RTL in OSU 180 nm cells, in Icarus, against the vectors of the golden models:
// a plainly mapped one from X, an optimised one from random bits. Usage: tb_gate LIBERTY [--full]
#include <fmt/format.h>

#include "gate/netlist.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"
#include "vectors/bench.hpp"

namespace jacquard::tb {
namespace {

std::vector<Device> devices(bool full) {
  std::vector<Device> all;
  std::vector<Size> sizes = {{4, 4, 2}};
  if (full) sizes.insert(sizes.end(), {{8, 8, 4}, {8, 8, 3}});
  // Of three cores at once a netlist of four ports would be simulated for minutes.
  const std::vector<Size> two_ports = {{2, 4, 1}};
  for (const std::string& name : device_names()) {
    const bool large = name == "choose" && !full;
    for (const Device& device : devices_of(name, large ? two_ports : sizes)) all.push_back(device);
  }
  return all;
}

// `start` 0: every flip-flop starts at X.
BenchRun run_netlist(const std::string& folder, const Device& device, int start) {
  BenchJob job;
  job.folder = folder;
  job.files = {kNetlist, kCells};
  job.vectors = "vectors";
  job.defines = {"GATES"};
  if (start != 0) job.defines.push_back(fmt::format("START={}", start));
  job.seconds = 300;
  return run_bench(device, job);
}

// A test that cannot fail is none: NANDs made NORs, one at a time; how many are noticed.
int planted_faults_noticed(const std::string& folder, const Device& device, int faults) {
  const std::string netlist = base::read_file(folder + "/" + kNetlist);
  const std::string nand = "NAND2X1", nor = "NOR2X1 ";
  const std::vector<std::size_t> places = instances(netlist, nand);
  int noticed = 0;
  for (int fault = 0; fault < faults && !places.empty(); ++fault) {
    std::string wrong = netlist;
    const std::size_t place =
        places[places.size() * static_cast<std::size_t>(fault) / static_cast<std::size_t>(faults)];
    wrong.replace(place, nand.size(), nor);
    base::write_file(folder + "/" + kNetlist, wrong);
    noticed += run_netlist(folder, device, 1).outcome == Outcome::differed;
  }
  return noticed;
}

void print(const Device& device, const char* what, const NetlistSize& size, std::int64_t vectors,
           const std::string& verdict) {
  fmt::print("{:31} {:36} {:5} cells, {:3} flip-flops, {} vectors: {}\n", device.label(), what,
             size.cells, size.flip_flops, vectors, verdict);
}

// Returns how many faults were found.
int run_device(const std::string& folder, const Device& device, const std::vector<std::string>& rtl,
               std::int64_t clocks) {
  constexpr int random_starts = 3, planted = 4;
  const Vectors vectors = make_vectors(device, 2, clocks);
  write_vectors(folder, "vectors", vectors);

  synthesise(folder, device, rtl, Mapping::plain);
  const BenchRun from_x = run_netlist(folder, device, 0);
  print(device, "plainly mapped, from X", size_of(base::read_file(folder + "/" + kNetlist)),
        vectors.compared, from_x.outcome == Outcome::passed ? "equal" : from_x.said);
  int wrong = from_x.outcome != Outcome::passed;

  synthesise(folder, device, rtl, Mapping::optimised);
  const NetlistSize size = size_of(base::read_file(folder + "/" + kNetlist));
  for (int start = 1; start <= random_starts; ++start) {
    const BenchRun ran = run_netlist(folder, device, start);
    if (ran.outcome == Outcome::passed) continue;
    print(device, "optimised, from random bits", size, vectors.compared, ran.said);
    return wrong + 1;
  }
  const bool x_too = run_netlist(folder, device, 0).outcome == Outcome::passed;
  const int noticed = planted_faults_noticed(folder, device, planted);
  print(device,
        fmt::format("optimised, {} random starts{}", random_starts, x_too ? " and X" : "").c_str(),
        size, vectors.compared * (random_starts + x_too),
        fmt::format("equal; {} of {} planted faults noticed", noticed, planted));
  return wrong + (noticed == 0);
}

int run(const std::string& liberty, bool full) {
  const std::int64_t clocks = full ? 20000 : 2000;
  Folder folder;
  const std::string work = folder.path("");
  const std::vector<std::string> rtl = copy_sources(work);
  base::write_file(work + "/" + kLiberty, base::read_file(liberty));
  write_cell_models(work);
  int wrong = 0;
  for (const Device& device : devices(full)) wrong += run_device(work, device, rtl, clocks);
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace jacquard::tb

int main(int argc, char** argv) {
  const bool full = argc == 3 && std::string(argv[2]) == "--full";
  if (argc != 2 && !full) {
    fmt::print(stderr, "usage: tb_gate LIBERTY [--full]\n");
    return 2;
  }
  try {
    return jacquard::tb::run(argv[1], full);
  } catch (const std::exception& fault) {
    fmt::print(stderr, "{}\n", fault.what());
    return 1;
  }
}
