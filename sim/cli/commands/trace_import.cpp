// SPDX-License-Identifier: Apache-2.0
// jacquard trace import: what the PyTorch profiler recorded of a job, or a workload in text, as the
// files that jacquard astra runs.
#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/astra/files/system.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/new_folder.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/interop/kineto/summary.hpp"
#include "jacquard/interop/kineto/trace.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/trace/import_text.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using report::Metric;
using report::MetricTable;
using report::Unit;

struct ImportRow {
  std::string folder;
  const interop::KinetoJob& job;
  interop::KinetoTotals totals;

  double share(double of) const { return totals.all_ns == 0 ? 0 : of / totals.all_ns; }
};

const MetricTable<ImportRow>& import_metrics() {
  using R = ImportRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "imported", "What trace import read, and wrote.",
      {
          M("out", Unit::text, &R::folder, "The folder."),
          M(
              "ranks", Unit::count, [](const R& r) { return r.job.ranks.size(); }, "Ranks."),
          M(
              "kernels", Unit::count, [](const R& r) { return r.totals.kernels; },
              "Kernels of all ranks, NCCL's among them."),
          M(
              "copies", Unit::count, [](const R& r) { return r.totals.copies; },
              "Copies and fillings of memory."),
          M(
              "streams", Unit::count, [](const R& r) { return r.totals.streams; },
              "Streams of the rank that has most."),
          M(
              "collectives", Unit::count, [](const R& r) { return r.totals.collectives; },
              "Parts of ranks in collectives."),
          M(
              "messages", Unit::count, [](const R& r) { return r.totals.messages; },
              "Sends and receives."),
          M(
              "unsaid", Unit::count, [](const R& r) { return r.totals.unsaid; },
              "NCCL kernels that do not say what they carry, which take their recorded time."),
          M(
              "groups", Unit::count, [](const R& r) { return r.job.groups.size(); },
              "Groups of other ranks than all."),
          M(
              "recorded_ps", Unit::ps, [](const R& r) { return r.totals.span_ns * 1000; },
              "From a rank's first operation to the end of its last, of the longest rank."),
          M(
              "compute_share", Unit::ratio, [](const R& r) { return r.share(r.totals.compute_ns); },
              "Of the time of all ranks, that in which a kernel or copy runs that is not NCCL's."),
          M(
              "communication_share", Unit::ratio,
              [](const R& r) { return r.share(r.totals.communication_ns); },
              "That in which only NCCL's run."),
          M(
              "idle_share", Unit::ratio,
              [](const R& r) {
                return r.share(r.totals.all_ns - r.totals.compute_ns - r.totals.communication_ns);
              },
              "That in which nothing runs."),
      },
      report::Columns::all);
  return table;
}

const MetricTable<interop::KinetoCallTotals>& call_metrics() {
  using R = interop::KinetoCallTotals;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "imported_call", "Communications of a kind in a group, over all ranks.",
      {
          M("kind", Unit::text, &R::kind, "As Chakra calls it."),
          M("group", Unit::text, &R::group, "The process group; all: every rank."),
          M("ranks", Unit::count, &R::ranks, "Ranks of the group."),
          M("calls", Unit::count, &R::calls, "How many, one for each rank that takes part."),
          M("total_bytes", Unit::bytes, &R::bytes, "What all of them put in, or send."),
          M(
              "recorded_ps", Unit::ps, [](const R& r) { return r.recorded_ns * 1000; },
              "Sum of their recorded times, waiting for other ranks included."),
      },
      report::Columns::all);
  return table;
}

// Files as they are named; of a pattern such as "kineto_*.json" those that there are, by name.
std::vector<std::string> files_of(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  for (const std::string& word : words) {
    glob_t found{};
    if (glob(word.c_str(), GLOB_NOCHECK, nullptr, &found) == 0) {
      files.insert(files.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
    }
    globfree(&found);
  }
  return files;
}

// As train and simulate take it.
std::string job_file(const std::string& folder) {
  const config::Document job = {{"traces", folder + "job"}, {"groups", folder + "groups.json"}};
  return job.dump() + "\n";
}

void write_job(int ranks, const std::map<int, std::vector<int>>& groups, const std::string& folder,
               const std::function<interop::ChakraTrace(int)>& trace_of) {
  tool::Progress progress("trace import");
  const base::NewFolder aside(folder);
  for (int rank = 0; rank < ranks; ++rank) {
    progress.at(fmt::format("the trace of rank {}", rank));
    aside.write(interop::rank_file("job", rank), interop::write_chakra(trace_of(rank)));
  }
  aside.write("groups.json", astra::write_comm_groups(groups));
  astra::System system;
  system.splits = 1;
  aside.write("system.json", astra::write_astra_system(system));
  system.replay_only = true;
  aside.write("replay.json", astra::write_astra_system(system));
  aside.write("job.json", job_file(""));
  aside.complete();
}

struct Options {
  std::vector<std::string> files;
  int npus = 0;
  Option npus_given;
};

int import_text(const std::string& path, int npus, const std::string& folder,
                report::Result& result, const Common& common) {
  const interop::TextWorkload workload = interop::read_text_workload(path, npus);
  result.add(text_metrics()(text_row(workload, common.out)));
  if (!workload.no_stages.empty() && !common.quiet) {
    complain("jacquard: " + workload.no_stages);
  }
  write_job(workload.npus, interop::text_groups(workload), folder,
            [&](int rank) { return interop::text_trace(workload, rank); });
  return workload.npus;
}

int import_profiles(const std::vector<std::string>& files, const std::string& folder,
                    report::Result& result, const Common& common) {
  const interop::KinetoJob job = interop::read_kineto_job(files);
  for (const std::string& note : job.notes) {
    if (!common.quiet) complain("jacquard: " + note);
  }
  const int ranks = static_cast<int>(job.ranks.size());
  write_job(ranks, job.groups, folder, [&](int rank) { return interop::kineto_trace(job, rank); });
  result.add(import_metrics()({common.out, job, interop::kineto_totals(job)}));
  for (const auto& totals : interop::kineto_calls(job)) result.add(call_metrics()(totals));
  return ranks;
}

int run_import(const Options& o, const Common& common) {
  const std::vector<std::string> files = files_of(o.files);
  if (files.empty()) {
    throw base::ConfigError({"trace import", "", "a file of each rank, as kineto_rank0.json",
                             "none", "see jacquard trace import --help"});
  }
  if (common.out.empty()) {
    throw base::ConfigError({"--out", "", "the folder to write, a new or empty one", "", ""});
  }
  const std::filesystem::path out = common.out;
  const bool is_file = out.extension() == ".json";  // which names the folder beside it
  const std::string folder = is_file ? (out.parent_path() / out.stem()).string() : common.out;
  base::require_new_folder(folder);
  const bool is_text = std::any_of(files.begin(), files.end(), [](const std::string& file) {
    return std::filesystem::path(file).extension() == ".txt" || interop::is_text_workload(file);
  });
  if (is_text && files.size() > 1) {
    throw base::ConfigError({"trace import", "", "one workload in text", files[1] + " too", ""});
  }
  o.npus_given.only_if(is_text, "profiles say of how many ranks they are");
  report::Result result("trace", common.seed, {{"import", files}, {"npus", o.npus}});
  const int ranks = is_text ? import_text(files.front(), o.npus, folder, result, common)
                            : import_profiles(files, folder, result, common);
  if (is_file) base::write_file(common.out, job_file(out.stem().string() + "/"));
  print(result, common);
  if (!common.for_people()) return 0;
  fmt::print(
      "\nNext, on a system of {0} NPUs:\n"
      "  jacquard train {1} --system {0}xh100 --out run\n"
      "  jacquard simulate {1} --system {0}xh100\n",
      ranks, is_file ? common.out : folder + "/job.json");
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("files", o->files,
                 "What the PyTorch profiler wrote of each rank, JSON or gzip'd, in any order; or a "
                 "workload of SimAI or ASTRA-sim 1.0");
  o->npus_given =
      app.add_option("--npus", o->npus, "Of a workload that does not say all_gpus, how many");
  o->npus_given.within(1, 1 << 17);
  return [o, &common] { return run_import(*o, common); };
}

}  // namespace

Command trace_import_command() {
  return {
      "import",
      "Turn the PyTorch profiler's traces (Kineto) of all ranks, or a workload of SimAI, into a "
      "job",
      "  jacquard trace import kineto_rank0.json kineto_rank1.json --out job\n"
      "  jacquard trace import 'profile/rank*.json.gz' --out job\n"
      "  jacquard trace import workload.txt --out job\n"
      "  jacquard train job/job.json --system 2xh100 --out run\n"
      "  jacquard simulate job/job.json --system 2xh100\n",
      setup,
      false,
      true,
      [] {
        return std::vector{import_metrics().kind(), call_metrics().kind(), text_metrics().kind()};
      },
      {{"imported", "recorded_ps", "recorded time"},
       {"imported_text", "compute_ps", "time of a rank's computations"}}};
}

}  // namespace jacquard::cli
