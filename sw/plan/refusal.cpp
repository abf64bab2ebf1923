// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/refusal.hpp"

#include <fmt/format.h>

#include "jacquard/base/at.hpp"
#include "jacquard/plan/amounts.hpp"
#include "jacquard/plan/prices.hpp"

namespace jacquard::plan {
namespace {

std::int64_t data_degree(const Levels& levels) {
  std::int64_t degree = 1;
  for (int i = 0; i < levels.count; ++i) {
    const Level& level = base::at(levels.level, i);
    if (level.scheme == Scheme::ddp || level.scheme == Scheme::fsdp) degree *= level.degree;
  }
  return degree;
}

std::string why_part_refused(const Request& request, Part part, const Levels& levels) {
  if (levels.count == 2 && request.cluster.nodes == 1) {
    return fmt::format("{}: two levels on one node", name_of(part));
  }
  if (levels.count == 2 && request.cluster.devices == 1) {
    return fmt::format("{}: two levels on nodes of one device", name_of(part));
  }
  // The paper's rules know FSDP at the first level alone; what it carries at any is volumes.
  const bool anywhere = request.physics.has(Departure::volumes);
  if (!anywhere && levels.count == 2 && levels.level[1].scheme == Scheme::fsdp) {
    return fmt::format("{}: fsdp across nodes only, where it can be the first level alone",
                       name_of(part));
  }
  const std::int64_t degree = data_degree(levels);
  if (request.batch() % degree != 0) {
    return fmt::format("{}: {} samples do not divide among {} devices", name_of(part),
                       request.batch(), degree);
  }
  return {};
}

std::string why_micro_batch_refused(const Request& request, const Strategy& strategy) {
  const std::int64_t size = request.task.micro_batch;
  if (size == 0) return {};
  if (!request.physics.has(Departure::accumulation)) {
    return "micro_batch: only the departure accumulation has micro-batches";
  }
  if (request.model.blocks.layers == 0 || request.task.kind == TaskKind::inference) {
    return "micro_batch: only blocks in training have micro-batches";
  }
  const std::int64_t local = request.batch() / data_degree(strategy.of(Part::blocks));
  if (size > 0 && local % size == 0) return {};
  return fmt::format("micro_batch: {} samples do not divide the {} of a replica", size, local);
}

}  // namespace

std::string why_refused(const Request& request, const Strategy& strategy) {
  if (request.batch() <= 0) return "neither the task nor the model says a batch";
  if (Prices(request).flops_per_second() <= 0) {
    return fmt::format("the cluster has no peak for values of {} bytes", request.model.dense_bytes);
  }
  for (const Part part : {Part::mlp, Part::blocks, Part::embedding}) {
    const std::string why = why_part_refused(request, part, strategy.of(part));
    if (!why.empty()) return why;
  }
  return why_micro_batch_refused(request, strategy);
}

}  // namespace jacquard::plan
