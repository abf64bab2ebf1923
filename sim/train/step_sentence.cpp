// SPDX-License-Identifier: Apache-2.0
#include "sim/train/step_sentence.hpp"

#include <fmt/format.h>

#include "jacquard/report/html/text.hpp"
#include "systemc/plan/knobs/usual_degrees.hpp"
#include "systemc/train/usual_batch.hpp"

namespace jacquard::train {
namespace {

using report::percent;

const char* step_of(workload::StepKind kind) {
  switch (kind) {
    case workload::StepKind::prefill:
      return "A prefill";
    case workload::StepKind::decode:
      return "A step of decoding";
    default:
      return "A step";
  }
}

double share(base::Picoseconds part, base::Picoseconds all) {
  return all.count() > 0 ? part / all : 0;
}

}  // namespace

std::string words_of_step(const TrainConfig& config, const StepRow& row, Unsaid unsaid) {
  std::string text =
      fmt::format("{} of {} takes {} for {} sequence{} on {} NPU{}", step_of(config.kind),
                  row.model, report::time_text(row.time), report::grouped(row.batch),
                  row.batch == 1 ? "" : "s", report::grouped(row.npus), row.npus == 1 ? "" : "s");
  if (row.tokens_per_s > 0) {
    text += fmt::format(": {} tokens/s at {} MFU", report::number_text(row.tokens_per_s),
                        percent(row.mfu));
  }
  text += fmt::format(".\nNPUs compute {} of it, wait for communication {} and for others {}.",
                      percent(share(row.shares.compute, row.time)),
                      percent(share(row.shares.exposed, row.time)),
                      percent(share(row.shares.bubble, row.time)));
  if (unsaid.batch) text += "\n" + sentence_of_usual_batch(config.batch);
  if (unsaid.degrees) text += "\n" + knobs::sentence_of_usual_degrees(config);
  if (unsaid.engine) {
    text += "\nNobody said an engine: closed forms, as events take long; --engine event has them.";
  }
  return text;
}

}  // namespace jacquard::train
