// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::engine {
namespace {

using rounds::SymbolicPermutation;
using topology::Block;

enum class Motion { none, shift, flip };

// Whether permuting the values of this digit alone leaves the fabric as it is: by rotations, or,
// with `any`, by every permutation.
bool fits(const topology::Fabric& fabric, int stride, int radix, bool any) {
  if (radix == 1) return true;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const int size = fabric.dimension(d).size;
    const int low = fabric.stride(d);
    if (stride < low || stride >= low * size) continue;
    if (stride % low != 0 || size % (stride / low * radix) != 0) return false;
    return fabric.dimension(d).block != Block::ring || (radix == size && (!any || size == 2));
  }
  return false;
}

// Whether a ring has both digits that tell classes apart and others.
bool shares_a_ring(const topology::Fabric& fabric, const rounds::Shape& shape,
                   const std::vector<int>& apart) {
  std::vector<int> kinds(static_cast<std::size_t>(fabric.dimensions()), 0);
  for (int digit = 0; digit < shape.digits(); ++digit) {
    if (shape.radix(digit) == 1) continue;
    const int first = shape.stride(digit);
    const int d = fabric.first_difference(0, first);
    const bool is_apart = std::find(apart.begin(), apart.end(), digit) != apart.end();
    if (fabric.dimension(d).block == Block::ring) base::at(kinds, d) |= is_apart ? 1 : 2;
  }
  return std::find(kinds.begin(), kinds.end(), 3) != kinds.end();
}

bool power_of_two(int n) { return (n & (n - 1)) == 0; }

}  // namespace

std::string asymmetry(const Scenario& s, const Classes& classes) {
  if (s.network.fabric() == nullptr) return "the network is a graph of links";
  const topology::Fabric& fabric = *s.network.fabric();
  if (!s.disturbance.empty()) return "a disturbance makes NPUs or links differ";
  if (s.graph().collectives.empty()) return "there is no collective";
  const std::vector<rounds::Collective>& collectives = s.graph().collectives;
  const rounds::Collective* one = nullptr;  // that is no message
  for (std::size_t c = 0; c < collectives.size(); ++c) {
    if (classes.is_message(static_cast<int>(c))) continue;
    if (!collectives[c].npus.empty()) return "a collective lists its NPUs";
    if (one == nullptr) one = &collectives[c];
    if (!(collectives[c].shape == one->shape)) {
      return "collectives number their ranks in different shapes";
    }
  }
  const rounds::Shape& shape = classes.size() > 1 ? classes.shape : one->shape;
  if (one != nullptr && !(one->shape == shape)) return "classes are of another shape";
  if (shape.size() != fabric.npus()) return "some NPUs take no part";
  if (shares_a_ring(fabric, shape, classes.apart)) return "classes and their NPUs share a ring";
  std::vector<Motion> motions(static_cast<std::size_t>(shape.digits()), Motion::none);
  for (std::size_t r = 0; r < s.graph().rounds.size(); ++r) {
    const rounds::Round& round = s.graph().rounds[r];
    if (classes.is_message(round.collective)) continue;
    const SymbolicPermutation& p = round.permutation;
    const auto is = [&](const char* what) { return fmt::format("round {} {}", r, what); };
    if (round.cast) return is("is added or copied by switches");
    if (!round.uneven.empty()) return is("has messages of different sizes");
    if (!p.senders().empty()) return is("has ranks that do not send");
    if (p.rule() == SymbolicPermutation::Rule::map) return is("is no rotation and no xor");
    const bool leaves =
        std::find(classes.apart.begin(), classes.apart.end(), p.digit()) != classes.apart.end();
    if (leaves) return is("goes from class to class");
    const int radix = shape.radix(p.digit());
    const bool flips = p.rule() == SymbolicPermutation::Rule::flip;
    if (flips && (!power_of_two(radix) || p.amount() >= radix)) return is("leaves ranks out");
    if (!fits(fabric, shape.stride(p.digit()), radix, flips)) {
      return is("moves ranks otherwise than the fabric is symmetric");
    }
    Motion& motion = base::at(motions, p.digit());
    const Motion this_one = radix == 2 ? motion : flips ? Motion::flip : Motion::shift;
    if (motion != Motion::none && motion != this_one) {
      return is("xors a digit that another rotates");
    }
    motion = this_one;
  }
  return "";
}

}  // namespace jacquard::engine
