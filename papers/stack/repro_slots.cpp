// SPDX-License-Identifier: Apache-2.0
#include "papers/stack/repro_slots.hpp"

#include <fmt/format.h>

#include "papers/stack/stack_study.hpp"

namespace jacquard::studies {
namespace {

// The configuration of the formula's least piece comes last.
constexpr const char* kJobs[] = {"llama3_405b_8192", "llama3_405b_16384_cp", "llama3_405b_16384"};

LossRow loss_of(const char* job) {
  genstack::GenstackConfig config;
  genstack::genstack_fields().set(config, "job", job, "--job");
  const auto made =
      genstack::make_stack(genstack::job_of(config, {}), config, 0, [](const char* /*what*/) {});
  return losses_of(job, config, made.stack);
}

double share(base::Seconds part, const report::PortTime& sum) {
  return sum.slots.count() > 0 ? part / sum.slots : 0;
}

report::Answer llama3_loss(const report::Question& question) {
  double ours = 0;
  std::string said;
  for (const char* job : kJobs) {
    const LossRow row = loss_of(job);
    const report::PortTime sum = row.times.sum();
    ours = 1 - row.times.slot_efficiency();
    said += fmt::format(
        "{}{}: T = {:.1f} us, {:.4f} lost ({:.4f} t_max and t_x, {:.4f} unfilled slots), step "
        "{:.4f} "
        "over the bound, least piece {:.3f} MB",
        said.empty() ? "" : "; ", job, static_cast<double>(row.slot.count()) * 1e-6, ours,
        share(sum.guard + sum.flight, sum), share(sum.unfilled, sum), 1 / (1 - row.step) - 1,
        static_cast<double>(row.smallest.count()) * 1e-6);
  }
  return {ours,
          report::compared(question.number, ours),
          "1 - bytes/c over the slots of a whole step, T chosen for the shortest step. " + said +
              ". The paper has one piece a slot, b = 4 x 2.8e9 / (TP x DP); here are all pieces of "
              "each collective, a layer of 3.19e9 parameters, and tensor parallelism too",
          {},
          {},
          {}};
}

}  // namespace

std::vector<report::ReproEntry> stack_answers() {
  return {{"chronos.stack.llama3.loss", llama3_loss}};
}

}  // namespace jacquard::studies
