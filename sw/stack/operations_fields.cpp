// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "jacquard/stack/operations.hpp"

namespace jacquard::stack {
namespace {

using O = Operations;
using base::Picoseconds;
using config::field;
using config::quantity;
using config::real_number;
using config::whole_number;

constexpr int kMost = 1 << 20;
constexpr double kMostDays = 3650;
constexpr Picoseconds kShortest{1'000'000'000};               // 1 ms
constexpr Picoseconds kLongest{30 * 86'400'000'000'000'000};  // 30 days

std::vector<config::Field<O>> machine() {
  return {
      field<O>(
          "days", [](auto& o) -> auto& { return o.days; }, real_number(0.01, kMostDays),
          "Of the run."),
      field<O>(
          "npus", [](auto& o) -> auto& { return o.npus; }, whole_number(1, kMost), "Of the job."),
      field<O>(
          "replicas", [](auto& o) -> auto& { return o.replicas; }, whole_number(1, kMost),
          "Data-parallel ones; the job can go on without one."),
      field<O>(
          "lost_together", [](auto& o) -> auto& { return o.lost_together; }, whole_number(1, kMost),
          "NPUs that leave with one: those of its host."),
      field<O>(
          "spares", [](auto& o) -> auto& { return o.spares; }, whole_number(0, kMost),
          "NPUs that stand by (spare).")};
}

std::vector<config::Field<O>> rates() {
  return {field<O>(
              "interruptions", [](auto& o) -> auto& { return o.interruptions; },
              real_number(0.001, 1e7), "Unexpected ones, as measured."),
          field<O>(
              "measured_days", [](auto& o) -> auto& { return o.measured_days; },
              real_number(0.01, kMostDays), "In so many days."),
          field<O>(
              "measured_npus", [](auto& o) -> auto& { return o.measured_npus; },
              whole_number(1, kMost), "Of so many NPUs; the rate grows with the job's."),
          field<O>(
              "npu_share", [](auto& o) -> auto& { return o.npu_share; }, real_number(0, 1),
              "Of the interruptions, by NPUs and their memory."),
          field<O>(
              "fabric_share", [](auto& o) -> auto& { return o.fabric_share; }, real_number(0, 1),
              "By switches and cables."),
          field<O>(
              "nic_share", [](auto& o) -> auto& { return o.nic_share; }, real_number(0, 1),
              "By NICs. The rest (hosts, software) ends the job under each policy.")};
}

std::vector<config::Field<O>> times() {
  const auto time = [] { return quantity(Picoseconds{0}, kLongest); };
  return {field<O>(
              "checkpoint_interval", [](auto& o) -> auto& { return o.checkpoint_interval; }, time(),
              "Of computing between checkpoints; 0 s: Young's optimum."),
          field<O>(
              "checkpoint_pause", [](auto& o) -> auto& { return o.checkpoint_pause; },
              quantity(kShortest, kLongest), "Nobody computes meanwhile."),
          field<O>(
              "detection", [](auto& o) -> auto& { return o.detection; }, time(),
              "Of a failed NPU, NIC or host, diagnosis included."),
          field<O>(
              "fabric_detection", [](auto& o) -> auto& { return o.fabric_detection; }, time(),
              "Of a failed link, by data that miss their slot (spare, around)."),
          field<O>(
              "restart", [](auto& o) -> auto& { return o.restart; }, time(),
              "Of the job, until it computes again."),
          field<O>(
              "restore", [](auto& o) -> auto& { return o.restore; }, time(),
              "Of the checkpoint into a job that runs (spare, around)."),
          field<O>(
              "replan", [](auto& o) -> auto& { return o.replan; }, time(),
              "Of the stack: jacquard genstack repair measures it."),
          field<O>(
              "repair", [](auto& o) -> auto& { return o.repair; }, time(),
              "Of a host or link, until it takes part again."),
          field<O>(
              "step", [](auto& o) -> auto& { return o.step; }, time(),
              "Half of one is repeated where a link fails."),
          field<O>(
              "cut_slowdown", [](auto& o) -> auto& { return o.cut_slowdown; }, real_number(1, 1000),
              "Of steps around a failed link: jacquard genstack repair measures it.")};
}

}  // namespace

const config::FieldTable<Operations>& operations_fields() {
  static const config::FieldTable<Operations> table = [] {
    std::vector<config::Field<O>> fields = machine();
    for (auto& f : rates()) fields.push_back(std::move(f));
    for (auto& f : times()) fields.push_back(std::move(f));
    return config::FieldTable<Operations>(
        "operations", "A long run: what interrupts it, and how long each remedy takes.",
        std::move(fields));
  }();
  return table;
}

void require_consistent(const Operations& o, const config::Place& place) {
  constexpr double kRounding = 1e-9;
  const double shares = o.npu_share + o.fabric_share + o.nic_share;
  if (shares > 1 + kRounding) {
    (place / "npu_share").fail("shares whose sum is at most 1", fmt::format("{:.6g}", shares));
  }
  for (const auto& [key, count] :
       {std::pair{"replicas", o.replicas}, std::pair{"lost_together", o.lost_together}}) {
    if (count > o.npus) {
      (place / key)
          .fail(fmt::format("at most the {} NPUs of the job", o.npus), std::to_string(count));
    }
  }
}

}  // namespace jacquard::stack
