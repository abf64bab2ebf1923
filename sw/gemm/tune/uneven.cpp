// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/uneven.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/gemm/cost/transfer.hpp"

namespace jacquard::gemm {
namespace {

constexpr int kMostUnits = 48;

// When the stations are free again, and how it came to that.
struct State {
  std::array<double, 2> links{};
  double cores = 0;
  int slice = 0;           // units of the last slice
  std::size_t before = 0;  // in the front of the units before it

  double end() const { return std::max({links[0], links[1], cores}); }
  bool is_no_later_than(const State& o) const {
    return links[0] <= o.links[0] && links[1] <= o.links[1] && cores <= o.cores;
  }
};
using Front = std::vector<State>;  // none is later than another at every station

State after(const State& state, const Pipeline& p, int units) {
  State next = state;
  next.slice = units;
  double gathered = 0;
  const auto takes = [&](std::size_t d) {
    return p.links[d].of_slice + units * p.links[d].of_unit;
  };
  for (std::size_t d = 0; d < p.links.size(); ++d) {
    if (p.links[d].scatters) continue;
    next.links[d] += takes(d);
    gathered = std::max(gathered, next.links[d]);
  }
  next.cores = std::max(next.cores, gathered) + units * p.product;
  for (std::size_t d = 0; d < p.links.size(); ++d) {
    if (p.links[d].scatters) next.links[d] = std::max(next.links[d], next.cores) + takes(d);
  }
  return next;
}

void put(Front& front, const State& state) {
  for (const State& other : front) {
    if (other.is_no_later_than(state)) return;
  }
  front.erase(std::remove_if(front.begin(), front.end(),
                             [&](const State& other) { return state.is_no_later_than(other); }),
              front.end());
  front.push_back(state);
}

}  // namespace

double Pipeline::time(const std::vector<int>& slices) const {
  State state;
  for (const int units : slices) state = after(state, *this, units);
  return state.end();
}

Pipeline pipeline_of(const Request& request, const Chip& chip, const MeshNetwork& network,
                     int units) {
  const Request r = of_program(request);
  Pipeline p;
  p.product = product_seconds(r, chip) / units;
  for (const Direction direction : {Direction::row, Direction::column}) {
    const TransferTime time = slice_time(r, chip, network, direction, 1);
    Pipeline::Link& link = base::at(p.links, static_cast<int>(direction));
    link.scatters = transfer_of(moves(r, direction)) == Transfer::reduce_scatter;
    link.of_slice = time.launch + time.sync;
    link.of_unit = time.transfer / units;
  }
  return p;
}

Uneven best_uneven(const Request& request, const Chip& chip, const MeshNetwork& network) {
  Uneven best;
  for (const int slices : legal_slices(request)) {
    if (slices <= kMostUnits) best.units = slices;
  }
  const Pipeline pipeline = pipeline_of(request, chip, network, best.units);
  std::vector<Front> fronts(static_cast<std::size_t>(best.units) + 1);
  fronts.front().push_back({});
  for (int done = 0; done < best.units; ++done) {
    const Front& front = base::at(fronts, done);
    for (std::size_t i = 0; i < front.size(); ++i) {
      for (int slice = 1; done + slice <= best.units; ++slice) {
        State next = after(front[i], pipeline, slice);
        next.before = i;
        put(base::at(fronts, done + slice), next);
      }
    }
  }
  const Front& last = fronts.back();
  const auto end = std::min_element(
      last.begin(), last.end(), [](const State& a, const State& b) { return a.end() < b.end(); });
  best.time = base::Seconds{end->end()};
  int done = best.units;
  for (State state = *end; done > 0;) {
    best.slices.insert(best.slices.begin(), state.slice);
    done -= state.slice;
    state = base::at(fronts, done)[state.before];
  }
  return best;
}

}  // namespace jacquard::gemm
