// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "papers/meshslice/real_mesh.hpp"
#include "papers/meshslice/repro_meshslice.hpp"
#include "papers/meshslice/traffic.hpp"

namespace jacquard::studies::meshslice {
namespace {

using report::Answer;
using report::Question;

constexpr std::int64_t kBatch = 16;  // the authors' script: as many as chips
constexpr int kSlices = 8;           // the authors' script

config::Json rounded(double value) { return std::round(value * 1e4) / 1e4; }

Answer table3(const Question& question) {
  const Subject& subject = subject_of(question.number.id);
  const RealMesh ours = real_mesh(subject, shipped_chip(kPod), kBatch, kSlices);
  const config::Json all = {{"Collective", rounded(ours.collective)},
                            {"Wang", rounded(ours.wang)},
                            {"MeshSlice", rounded(ours.meshslice)},
                            {"Overlap", rounded(ours.overlapped)}};
  const double tolerance = report::tolerance_of(question.number).value_or(0);
  std::string away;
  for (const auto& [name, printed] : question.number.value.items()) {
    const double off = all[name].get<double>() / printed.get<double>() - 1;
    if (std::abs(off) > tolerance) away += fmt::format("; {} is {:+.1f} % off", name, 100 * off);
  }
  // The same with the link that Google publishes, in both directions and for all operations.
  gemm::Chip plain = shipped_chip(kFit);
  for (gemm::TransferCost& cost : plain.transfers) cost.bandwidth = {plain.link, plain.link};
  const RealMesh by_links = real_mesh(subject, plain, kBatch, kSlices);
  Answer answer;
  answer.ours = all.dump();
  answer.verdict = away.empty() ? "match" : "not-reproducible";
  answer.remark = fmt::format(
      "Nothing is fitted to it: tpu-v4 has what the authors measured on a pod. One direction after "
      "the other, {} sequences and {} slices as in the authors' script; Wang's SendRecvs overlap "
      "nothing. With {:.0f} GB/s everywhere Collective is {:.3f} and MeshSlice {:.3f}{}",
      kBatch, kSlices, plain.link.count() / 1e9, by_links.collective, by_links.meshslice, away);
  if (!away.empty()) {
    answer.remark +=
        ": the paper's estimate is the same for both models, though GPT-3 moves 1.7 "
        "times the bytes of a FLOP; it does not say how it was made";
  }
  return answer;
}

double mib(base::Bytes bytes) { return static_cast<double>(bytes.count()) / (1 << 20); }

Answer traffic(const Question& question) {
  const LayerTraffic t = layer_traffic();
  const bool solomonik = question.number.id.find("2.5D") != std::string::npos;
  const base::Bytes ours = solomonik ? t.paper_solomonik : t.paper_meshslice;
  // Printed as 336 MB, which are MiB, and as 1.6 GB, which are 10^9.
  const double tolerance = solomonik ? 0.05 / 1.6 : (1 << 20) / 1e6 - 1;
  const auto paper = question.number.value.get<double>();
  Answer answer;
  answer.ours = ours.count();
  answer.tolerance = tolerance;
  answer.verdict =
      std::abs(static_cast<double>(ours.count()) / paper - 1) <= tolerance ? "match" : "differs";
  answer.remark =
      solomonik
          ? fmt::format(
                "{:g} MiB = 4 shifts x (384 + 4.5) MiB, C stationary, without skew and copies; the "
                "program sends {:g} MiB. With A stationary it would be {:g} MiB by the same count: "
                "of the printed {:.2f} times, {:.2f} are the choice of what stays",
                mib(ours), mib(t.solomonik), mib(t.solomonik_stationary), paper / 336e6,
                ours / t.solomonik_stationary)
          : fmt::format(
                "{:g} MiB = 32 x 4.5 + 8 x 24 MiB: P shards a ring and no gradients. In full it is "
                "P - 1: {:g} MiB, and {:g} MiB for the all-reduce of the weights' gradients among "
                "4 replicas, {:g} MiB together",
                mib(ours), mib(t.meshslice), mib(t.gradients), mib(t.meshslice + t.gradients));
  return answer;
}

// Two different dimensions of each of three tensors, for the rows and the columns of chips.
Answer shardings(const Question& question) {
  constexpr int dimensions = 4;
  int of_tensor = 0;
  for (int rows = 0; rows < dimensions; ++rows) {
    for (int columns = 0; columns < dimensions; ++columns) of_tensor += rows != columns;
  }
  const int all = of_tensor * of_tensor * of_tensor;
  return {all,
          report::compared(question.number, all),
          fmt::format("counted: {} of each of the three tensors", of_tensor),
          {},
          {},
          {}};
}

// The error needs their measurements, of which the paper prints no figure but these four.
Answer model_error(const Question& question) {
  const gemm::Chip chip = shipped_chip(kPod);
  double sum = 0;
  int count = 0;
  for (const Subject& subject : kSubjects) {
    const std::string id = std::string("meshslice.table3/") + subject.name;
    const config::Json paper = report::select(question.published, id).front().value;
    const RealMesh ours = real_mesh(subject, chip, kBatch, kSlices);
    for (const double off : {ours.collective / paper["Collective"].get<double>() - 1,
                             ours.meshslice / paper["MeshSlice"].get<double>() - 1}) {
      sum += std::abs(off);
      ++count;
    }
  }
  return {sum / count,
          "machine",
          "Figure 15 needs a TPU and prints no measurement. Ours is another quantity: the mean "
          "error of four whole times of Table 3 (Collective and MeshSlice) by the same linear "
          "model and the authors' pod figures",
          {},
          {},
          {}};
}

Answer peak(const Question& question) {
  const double tflops = shipped_chip(kFit).peak.count() / 1e12;
  return {tflops,
          report::compared(question.number, tflops),
          "configs/chips/tpu-v4-sim.json; Google publishes 275",
          {},
          {},
          {}};
}

}  // namespace

std::vector<report::ReproEntry> further_answers() {
  return {{"meshslice.table3", table3},
          {"meshslice.s7.traffic_1024", traffic},
          {"meshslice.s3.shardings", shardings},
          {"meshslice.costmodel.error", model_error},
          {"meshslice.peak", peak}};
}

}  // namespace jacquard::studies::meshslice
