// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/analytic/chunk_pipeline.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <queue>

#include "jacquard/base/at.hpp"

namespace jacquard::engine {
namespace {

using base::Picoseconds;

struct Done {
  Picoseconds at;
  int order;
  int chunk;
  bool operator>(const Done& o) const { return at != o.at ? at > o.at : order > o.order; }
};

}  // namespace

Picoseconds pipeline_end(const std::vector<PipelinePhase>& phases, int chunks, int active) {
  if (phases.empty() || chunks == 0) return Picoseconds{0};
  int dimensions = 0;
  for (const PipelinePhase& phase : phases) dimensions = std::max(dimensions, phase.dimension + 1);
  std::vector<std::deque<int>> waiting(static_cast<std::size_t>(dimensions));
  std::vector<int> served(static_cast<std::size_t>(dimensions), 0);
  std::vector<std::size_t> phase_of(static_cast<std::size_t>(chunks), 0);
  std::priority_queue<Done, std::vector<Done>, std::greater<>> done;
  int order = 0;
  Picoseconds end{0};
  const auto serve = [&](int dimension, Picoseconds now) {
    const auto d = static_cast<std::size_t>(dimension);
    for (; served[d] < active && !waiting[d].empty(); ++served[d]) {
      const int chunk = waiting[d].front();
      waiting[d].pop_front();
      const PipelinePhase& phase = phases[base::at(phase_of, chunk)];
      done.push({now + phase.time, order++, chunk});
    }
  };
  for (int chunk = 0; chunk < chunks; ++chunk) {
    base::at(waiting, phases[0].dimension).push_back(chunk);
  }
  serve(phases[0].dimension, Picoseconds{0});
  while (!done.empty()) {
    const Done next = done.top();
    done.pop();
    end = std::max(end, next.at);
    auto& at = base::at(phase_of, next.chunk);
    const int left = phases[at].dimension;
    --base::at(served, left);
    if (++at < phases.size()) {
      base::at(waiting, phases[at].dimension).push_back(next.chunk);
    }
    serve(left, next.at);
    if (at < phases.size()) serve(phases[at].dimension, next.at);
  }
  return end;
}

}  // namespace jacquard::engine
