// SPDX-License-Identifier: Apache-2.0
// Every RTL module in a second simulator: Icarus, where all state is X until something defines it,
// against the vectors of the golden models. Usage: tb_icarus [--full], which
// asks for more of them.
#include <fmt/format.h>

#include <map>

#include "support/folder.hpp"
#include "vectors/bench.hpp"

namespace jacquard::tb {
namespace {

const std::vector<Size> kSizes = {{1, 1, 1},  {1, 8, 1}, {2, 3, 1}, {3, 2, 1}, {3, 5, 2},
                                  {3, 16, 3}, {4, 4, 1}, {4, 4, 2}, {4, 4, 3}, {4, 4, 4},
                                  {4, 1, 2},  {5, 3, 3}, {5, 4, 1}, {5, 8, 2}, {5, 6, 5},
                                  {8, 8, 4},  {8, 4, 3}, {8, 8, 1}, {8, 16, 8}};

std::vector<Device> devices() {
  std::vector<Device> all;
  for (const std::string& name : device_names()) {
    for (const Device& device : devices_of(name, kSizes)) all.push_back(device);
  }
  return all;
}

int run(bool full) {
  const std::int64_t clocks = full ? 50000 : 4000;
  Folder folder;
  BenchJob job;
  job.folder = folder.path("");
  job.files = copy_sources(job.folder);
  job.vectors = "vectors";
  std::map<std::string, std::int64_t> compared;
  int faults = 0;
  for (const Device& device : devices()) {
    const Vectors vectors = make_vectors(device, 1, clocks);
    write_vectors(job.folder, job.vectors, vectors);
    const BenchRun result = run_bench(device, job);
    fmt::print("{:32} {:6} vectors: {}\n", device.label(), vectors.compared,
               result.outcome == Outcome::passed ? "equal" : result.said);
    faults += result.outcome != Outcome::passed;
    compared[fmt::format("{} ({})", device.module, device.name)] += vectors.compared;
  }
  for (const auto& [module, count] : compared)
    fmt::print("{}: {} vectors compared\n", module, count);
  return faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace jacquard::tb

int main(int argc, char** argv) {
  const bool full = argc == 2 && std::string(argv[1]) == "--full";
  if (argc != 1 && !full) {
    fmt::print(stderr, "usage: tb_icarus [--full]\n");
    return 2;
  }
  return jacquard::tb::run(full);
}
