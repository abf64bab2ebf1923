// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/export.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/astra/files/network.hpp"
#include "jacquard/astra/files/remote_memory.hpp"
#include "jacquard/astra/files/system.hpp"
#include "jacquard/astra/scenario_input.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/leftover.hpp"
#include "jacquard/interop/chakra/job_traces.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"

namespace jacquard::astra {
namespace {

namespace fs = std::filesystem;

constexpr double kTera = 1e12;
constexpr double kLeastMemory = 1e9;  // B/s; it feeds an operation a nanosecond

[[noreturn]] void fail(const std::string& source, const std::string& expected,
                       const std::string& found) {
  throw base::ConfigError({source, "", expected, found, ""});
}

void require_new(const std::string& folder) {
  if (folder.empty()) fail("--out", "the folder to write", "none");
  std::error_code failed;
  if (!fs::exists(folder, failed)) return;
  if (!fs::is_directory(folder, failed)) fail(folder, "a folder to write into", "a file");
  if (fs::is_empty(folder, failed)) return;
  fail(folder, "a new folder, or an empty one", "one with files in it");
}

// A folder in the place of `folder`, while it is not complete.
class Aside {
 public:
  explicit Aside(const std::string& folder) : folder_(folder), made_([this] { return make(); }) {
    if (made_.path().empty()) fail(folder, "a folder that can be made", "one that cannot");
  }
  ~Aside() {
    std::error_code ignored;
    fs::remove_all(made_.path(), ignored);
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

  void write(const std::string& name, const std::string& contents) const {
    base::write_file(made_.path() + "/" + name, contents);
  }
  void complete() const {
    std::error_code failed;
    fs::rename(made_.path(), folder_, failed);
    if (failed) fail(folder_, "a folder that can be made", failed.message());
  }

 private:
  std::string make() const {
    fs::path path(folder_);
    if (!path.has_filename()) path = path.parent_path();
    const std::string aside = fmt::format("{}.{}.partial", path.string(), getpid());
    std::error_code failed;
    fs::create_directories(aside, failed);
    return failed ? "" : aside;
  }

  std::string folder_;
  base::Leftover made_;
};

void write_classes(const workload::Job& job, const std::vector<int>& first, const Aside& folder) {
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
  require_new(folder);
  const Input input = input_of(scenario);
  const System system = system_for(input.system);
  const auto computations = input.system.roofline ? interop::ComputeAttributes::amounts
                                                  : interop::ComputeAttributes::durations;
  interop::JobTraces traces(input.job, computations);
  const Aside aside(folder);
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
