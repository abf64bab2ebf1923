// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/export.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/astra/files/network.hpp"
#include "jacquard/astra/files/remote_memory.hpp"
#include "jacquard/astra/files/system.hpp"
#include "jacquard/astra/scenario_input.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/new_folder.hpp"
#include "jacquard/interop/chakra/job_traces.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"

namespace jacquard::astra {
namespace {

constexpr double kTera = 1e12;
constexpr double kLeastMemory = 1e9;  // B/s; it feeds an operation a nanosecond

[[noreturn]] void fail(const std::string& source, const std::string& expected,
                       const std::string& found) {
  throw base::ConfigError({source, "", expected, found, ""});
}

void write_classes(const workload::Job& job, const std::vector<int>& first,
                   const base::NewFolder& folder) {
  std::string text = "[";
  for (std::size_t c = 0; c < first.size(); ++c) {
    const int own = base::at(job.class_of, first[c]);
    text += fmt::format("{}\n {{\"class\": {}, \"first_npu\": {}, \"npus\": {}}}", c ? "," : "",
                        own, first[c], std::count(job.class_of.begin(), job.class_of.end(), own));
  }
  folder.write("classes.json", text + "\n]\n");
}

System system_for(const System& system) {
  System own = system;
  if (own.replay_only) fail("replay", "durations of computations alone", "of all nodes");
  if (own.roofline) return own;
  own.roofline = true;
  own.peak_perf = kTera;
  if (own.local_mem_bw < kLeastMemory) {
    fail("local memory", "at least 1 GB/s in a trace with durations",
         fmt::format("{:g} B/s", own.local_mem_bw));
  }
  return own;
}

}  // namespace

Exported export_job(const engine::Scenario& scenario, const std::string& folder, TraceFiles files,
                    const TextFiles& beside) {
  base::require_new_folder(folder);
  const Input input = input_of(scenario);
  const System system = system_for(input.system);
  const auto computations = input.system.roofline ? interop::ComputeAttributes::amounts
                                                  : interop::ComputeAttributes::durations;
  interop::JobTraces traces(input.job, computations);
  const base::NewFolder aside(folder);
  Exported out;
  out.groups = static_cast<int>(traces.groups().size());
  const auto write = [&](const std::string& name, int npu) {
    aside.write(name, interop::write_chakra(traces.of(npu)));
    ++out.traces;
  };
  if (files == TraceFiles::of_npus) {
    for (int npu = 0; npu < traces.ranks(); ++npu) write(interop::rank_file("job", npu), npu);
  } else {
    for (const int npu : input.shown) {
      write(interop::rank_file("class", base::at(input.job.class_of, npu)), npu);
    }
    write_classes(input.job, input.shown, aside);
  }
  aside.write("groups.json", write_comm_groups(traces.groups()));
  aside.write("network.yml", write_astra_network(input.network));
  aside.write("system.json", write_astra_system(system));
  if (input.memory.kind != RemoteMemory::Kind::none) {
    aside.write("remote_memory.json", write_remote_memory(input.memory, traces.ranks()));
  }
  for (const auto& [name, contents] : beside) aside.write(name, contents);
  aside.complete();
  return out;
}

}  // namespace jacquard::astra
