// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/chain.hpp"

#include <limits>

#include "jacquard/base/at.hpp"

namespace jacquard::gemm {
namespace {

constexpr int kLayouts = 2;
constexpr Layout kBoth[] = {Layout::plain, Layout::transposed};
constexpr double kNever = std::numeric_limits<double>::infinity();

// The layouts of the stream and of the last Y.
struct State {
  Layout stream = Layout::plain;
  Layout last = Layout::plain;

  int index() const { return static_cast<int>(stream) * kLayouts + static_cast<int>(last); }
};
constexpr int kStates = kLayouts * kLayouts;

struct Reached {
  double time = kNever;
  int before = 0;  // state
  Step step;
};
using Stage = std::array<Reached, kStates>;

void reach(Stage& next, const State& to, const Reached& candidate) {
  Reached& best = base::at(next, to.index());
  if (candidate.time < best.time) best = candidate;
}

void extend(const Link& link, const State& from, double so_far, Stage& next) {
  for (std::size_t c = 0; c < kChoices.size(); ++c) {
    if (!link.times[c]) continue;
    const Choice& choice = kChoices[c];
    Reached r{so_far + *link.times[c], from.index(), {c, false, false}};
    r.step.reshards_input = choice.input() != (link.from_stream ? from.stream : from.last);
    if (r.step.reshards_input) r.time += link.reshard_input;
    State to{from.stream, choice.output()};
    if (link.into_stream && to.last != to.stream) {
      r.step.reshards_output = true;
      r.time += link.reshard_output;
      reach(next, {to.last, to.last}, r);  // the stream is resharded
      to.last = to.stream;                 // Y is
    }
    reach(next, to, r);
  }
}

Way trace(const std::vector<Stage>& stages, Layout stream, int state) {
  Way way;
  way.time = base::at(stages.back(), state).time;
  way.stream = stream;
  way.steps.resize(stages.size());
  for (std::size_t i = stages.size(); i-- > 0;) {
    const Reached& r = base::at(stages[i], state);
    way.steps[i] = r.step;
    state = r.before;
  }
  return way;
}

}  // namespace

std::optional<Way> cheapest_way(const std::vector<Link>& chain) {
  std::optional<Way> best;
  for (const Layout stream : kBoth) {
    for (const Layout last : kBoth) {  // of the block before
      std::vector<Stage> stages;
      const State start{stream, last};
      for (const Link& link : chain) {
        Stage next;
        for (const Layout s : kBoth) {
          for (const Layout l : kBoth) {
            const State from{s, l};
            const double so_far = !stages.empty() ? base::at(stages.back(), from.index()).time
                                  : from.index() == start.index() ? 0
                                                                  : kNever;
            if (so_far < kNever) extend(link, from, so_far, next);
          }
        }
        stages.push_back(next);
      }
      if (stages.empty()) return std::nullopt;
      const double time = base::at(stages.back(), start.index()).time;
      if (time < kNever && (!best || time < best->time))
        best = trace(stages, stream, start.index());
    }
  }
  return best;
}

}  // namespace jacquard::gemm
