// SPDX-License-Identifier: Apache-2.0
// jacquard study stack.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "papers/stack/stack_page.hpp"
#include "papers/stack/stack_study.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/rows.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using base::at;
using genstack::GenstackConfig;
using studies::StackStudyRow;

struct Options {
  std::vector<std::string> jobs{"llama3_405b_8192", "llama3_405b_16384", "llama3_405b_16384_cp",
                                "gpt3_175b_pipeline", "mixtral_8x7b_64"};
  std::vector<std::string> technologies{"electronic", "tunable_laser_awgr", "google_palomar"};
  std::string fabric = "two_tier_512";
};

// All of a job's cases: its tunings on packets first, then its circuit switches.
struct JobCases {
  std::string name;
  GenstackConfig config;
  std::vector<StackStudyRow> rows;
  std::optional<studies::LossRow> losses;  // of the first circuit switch
};

JobCases cases_of(const std::string& job, const Options& o, const Common& common) {
  const auto& table = genstack::genstack_fields();
  JobCases cases;
  cases.name = job;
  table.set(cases.config, "fabric", o.fabric, "--fabric");
  table.set(cases.config, "job", job, "--job");
  for (const std::string& assignment : common.set) table.set(cases.config, assignment);
  for (const studies::PacketTuning& tuning : studies::packet_tunings()) {
    cases.rows.push_back({job, "packets", name_of(tuning), {}, {}, {}, {}, {}});
  }
  for (const studies::CircuitSwitch& of : studies::circuit_switches(o.technologies)) {
    cases.rows.push_back({job, "circuits", of.technology, of, {}, {}, {}, {}});
  }
  return cases;
}

void run_case(JobCases& cases, std::size_t k) {
  StackStudyRow& row = cases.rows[k];
  if (!row.circuits) {
    row.step = packet_step(cases.config, studies::packet_tunings()[k]);
    return;
  }
  GenstackConfig config = cases.config;
  config.fabric.guard = row.circuits->guard;
  config.fabric.sync = row.circuits->sync;
  const auto made =
      genstack::make_stack(genstack::job_of(config, {}), config, 1, [](const char* /*what*/) {});
  row.slot = made.stack.clock.slot;
  row.step = made.stack.timeline.step;
  row.bound = made.stack.bound.time();
  if (k != studies::packet_tunings().size()) return;
  cases.losses = studies::losses_of(cases.name, config, made.stack);
  cases.losses->technology = row.technology;
}

// What rows of one job tell each other.
void complete(JobCases& cases) {
  base::Picoseconds packets = cases.rows.front().step;
  base::Picoseconds bound{0};
  for (const StackStudyRow& row : cases.rows) {
    if (!row.circuits) packets = std::min(packets, row.step);
    bound = std::max(bound, row.bound);
  }
  for (StackStudyRow& row : cases.rows) {
    row.packets = packets;
    row.bound = bound;
  }
}

int run_study(const Options& o, const Common& common) {
  std::vector<JobCases> jobs;
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (const std::string& job : o.jobs) {
    jobs.push_back(cases_of(job, o, common));
    for (std::size_t k = 0; k < jobs.back().rows.size(); ++k)
      order.emplace_back(jobs.size() - 1, k);
  }
  tool::Progress progress("stack", "rows");
  std::atomic<std::size_t> done{0};
  tool::run_in_threads(
      static_cast<std::int64_t>(order.size()), common.threads, [&](std::int64_t index) {
        const auto& [job, k] = at(order, index);
        run_case(jobs[job], k);
        progress.at(static_cast<double>(++done), static_cast<double>(order.size()),
                    fmt::format("{} on {}", jobs[job].name, jobs[job].rows[k].technology));
      });
  report::Result result("study", common.seed,
                        {{"study", "stack"},
                         {"jobs", o.jobs},
                         {"technologies", o.technologies},
                         {"fabric", o.fabric},
                         {"set", common.set}});
  for (JobCases& job : jobs) {
    complete(job);
    for (const StackStudyRow& row : job.rows) result.add(studies::stack_study_metrics()(row));
  }
  for (const JobCases& job : jobs) {
    if (job.losses) result.add(studies::loss_metrics()(*job.losses));
  }
  if (!common.out.empty()) {
    base::write_file(common.out + "/stack.html", studies::stack_study_page(result.rows()));
    base::write_file(common.out + "/stack.svg",
                     report::svg(studies::stack_chart(result.rows(), o.jobs.front())));
    write_result(result, common, "stack");
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--jobs", o->jobs, "Jobs: files, or names of configs/jobs")
      .delimiter(',')
      .capture_default_str();
  app.add_option("--technologies", o->technologies,
                 "electronic, or optical switches: names of configs/optical_switches, or files")
      .delimiter(',')
      .capture_default_str();
  app.add_option("--fabric", o->fabric, "Circuit switches: a file, or a name of configs/fabrics")
      .capture_default_str();
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command stack_study() {
  return {
      "stack",
      "A step on circuits set ahead of time, by switch technology, and on packets",
      "  jacquard study stack --out study/\n"
      "  jacquard study stack --jobs mixtral_8x7b_64 --technologies electronic,soa_gate\n"
      "  jacquard study stack --jobs llama3_405b_16384 --set fabric.flight=\"2 us\"\n",
      setup,
      true,
      true,
      [] {
        return std::vector{studies::stack_study_metrics().kind(), studies::loss_metrics().kind()};
      },
      {{"", "step_ps", "step time", {"job", "fabric", "technology", "sync"}}}};
}

}  // namespace jacquard::cli
