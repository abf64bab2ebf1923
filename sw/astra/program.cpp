// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/program.hpp"

#include <algorithm>
#include <tuple>

#include "jacquard/astra/delays.hpp"
#include "jacquard/astra/pattern.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {

namespace {

using collective::Method;
using rounds::CollectiveKind;

std::int64_t bytes_after(const Part& part) {
  // A tree has one behaviour, whatever it is asked for: an all-reduce.
  if (part.implementation.method == Method::double_binary_tree) return part.bytes;
  if (part.kind == CollectiveKind::all_gather) return part.bytes * part.members;
  if (part.kind == CollectiveKind::reduce_scatter) return part.bytes / part.members;
  return part.bytes;
}

Releases releases_for(const Part& part, double local_mem_bw) {
  Releases out;
  const bool all_reduce = part.kind == CollectiveKind::all_reduce;
  const bool halving = part.implementation.method == Method::halving_doubling;
  out.legs = legs_of(pattern_for(part));
  for (Leg& leg : out.legs) {
    leg.reduction = reduction_delay(leg.bytes, local_mem_bw);
    out.sends += leg.messages;
    if (all_reduce && leg.reduces) out.middle += leg.messages;
  }
  const int others = part.members - 1;
  if (part.implementation.method == Method::direct) {
    const int window = part.implementation.window;
    out.window = window == -1 ? others : std::min(window, others);
  }
  if (halving) {
    out.charged = static_cast<std::int64_t>(out.legs.size()) / (all_reduce ? 2 : 1) - 1;
  } else if (part.implementation.method == Method::direct && !part.local) {
    out.charged = out.window;
  } else {
    out.charged = std::int64_t{others} * out.window;
  }
  if (part.kind == CollectiveKind::reduce_scatter) out.charge = Releases::Charge::always;
  if (all_reduce) out.charge = Releases::Charge::every_other_cycle;
  return out;
}

}  // namespace

bool operator<(const Part& a, const Part& b) {
  const auto key = [](const Part& p) {
    return std::make_tuple(p.kind, p.implementation.method, p.implementation.window, p.members,
                           p.reversed, p.tree, p.bytes, p.local);
  };
  return key(a) < key(b);
}

Tick reduction_delay(std::int64_t bytes, double local_mem_bw) {
  if (local_mem_bw == 0) return 0;  // what ASTRA-sim makes of the infinite delay it computes
  const double seconds = static_cast<double>(bytes) / local_mem_bw;
  return 3 * whole_nanoseconds(seconds * 1e9);
}

Program program_for(const Part& part, double local_mem_bw) {
  Program out;
  out.kind = part.kind;
  out.positions = rounds::Shape({part.members});
  out.is_tree = part.implementation.method == Method::double_binary_tree;
  out.bytes_after = bytes_after(part);
  if (out.is_tree) {
    out.tree.places = places_of(pattern_for(part), part.members);
    out.tree.bytes = part.bytes;
    out.tree.reduction = reduction_delay(part.bytes, local_mem_bw);
  } else {
    out.releases = releases_for(part, local_mem_bw);
  }
  return out;
}

}  // namespace jacquard::astra
