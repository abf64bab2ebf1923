// SPDX-License-Identifier: Apache-2.0
#include "jacquard/collective/generate.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/collective/algorithms/algorithms.hpp"

namespace jacquard::collective {

namespace {

using rounds::Collective;
using rounds::DigitRule;
using rounds::PieceSet;
using rounds::RoundSet;

bool moves_whole(const CollectiveRequest& request) {
  return request.kind == CollectiveKind::send || request.kind == CollectiveKind::permute;
}

// What is half round a ring goes half each way.
bool splits_opposite(const Algorithm& a, const CollectiveRequest& request) {
  return a.method == Method::shorter_way_ring && request.kind != CollectiveKind::broadcast &&
         request.kind != CollectiveKind::reduce;
}

bool two_way(const CollectiveRequest& request) {
  for (const Algorithm& a : request.algorithms) {
    if (a.method == Method::two_way_ring || splits_opposite(a, request))
      return !moves_whole(request);
  }
  return false;
}

// An all-reduce by nvls goes in slices of pieces.
bool is_sliced(const CollectiveRequest& request) {
  const auto& all = request.algorithms;
  return request.kind == CollectiveKind::all_reduce &&
         std::any_of(all.begin(), all.end(),
                     [](const Algorithm& a) { return a.method == Method::nvls; });
}

Collective collective_of(const CollectiveRequest& r, int chunks) {
  Collective c;
  c.kind = r.kind;
  c.shape = r.shape;
  for (int d = 0; d < r.shape.digits(); ++d) {
    if (r.involves(d)) c.involved.push_back(d);
  }
  const std::vector<int> group = c.group().radices();
  std::vector<int> pieces;
  const bool rooted = r.kind == CollectiveKind::broadcast || r.kind == CollectiveKind::reduce;
  if (!rooted && !moves_whole(r)) pieces = group;
  if (r.kind == CollectiveKind::all_to_all) {
    pieces.insert(pieces.end(), group.begin(), group.end());
  }
  if (is_sliced(r)) pieces.push_back(kNvlsSlices);
  if (two_way(r)) pieces.push_back(2);
  c.pieces = rounds::Shape(pieces);
  c.chunks = chunks;
  c.bytes = r.bytes;
  const bool sends = r.kind == CollectiveKind::send;
  if (sends || rooted) c.root = r.root;
  if (sends) c.peer = r.peer;
  c.npus = r.npus;
  c.moves = r.moves;
  if (!moves_whole(r)) c.algorithm = names_of(r.algorithms);
  return c;
}

// Which pieces a rank has of a chunk, as it passes from phase to phase: in each digit of the
// piece's number all values, or only its own.
class Holding {
 public:
  Holding(const Collective& c, bool halved, bool sliced)
      : c_(c),
        halved_(halved),
        sliced_(sliced),
        rules_(static_cast<std::size_t>(c.pieces.digits())) {
    if (c.kind != CollectiveKind::all_gather && c.kind != CollectiveKind::all_to_all) return;
    for (std::size_t i = 0; i < c.involved.size(); ++i) own(i, i);
  }

  const PieceSet& rules() const { return rules_; }

  Slots slots(int digit) const {
    Slots slots;
    while (base::at(c_.involved, slots.origin) != digit) ++slots.origin;
    slots.digit = slots.origin;
    if (c_.kind == CollectiveKind::all_to_all) slots.digit += static_cast<int>(c_.involved.size());
    if (halved_) slots.half = c_.pieces.digits() - 1;
    if (sliced_) slots.slice = c_.pieces.digits() - (halved_ ? 2 : 1);
    return slots;
  }

  void pass(const Phase& phase) {
    const Slots s = slots(phase.digit);
    const auto at = static_cast<std::size_t>(s.digit);
    const auto origin = static_cast<std::size_t>(s.origin);
    if (phase.kind == CollectiveKind::reduce_scatter) own(at, origin);
    if (phase.kind == CollectiveKind::all_gather) rules_[at] = DigitRule{};
    if (phase.kind == CollectiveKind::all_to_all) {
      own(at, origin);
      rules_[origin] = DigitRule{};
    }
  }

 private:
  void own(std::size_t at, std::size_t involved) {
    const int digit = c_.involved[involved];
    rules_[at] = {digit, 0, 0, 0, c_.shape.radix(digit)};
  }

  const Collective& c_;
  bool halved_, sliced_;
  PieceSet rules_;
};

RoundSet write(PhaseWriter& writer) {
  if (writer.phase().kind == CollectiveKind::send) return write_send(writer);
  if (writer.phase().kind == CollectiveKind::permute) return write_permute(writer);
  switch (writer.phase().algorithm.method) {
    case Method::ring:
      return write_ring(writer);
    case Method::two_way_ring:
      return write_two_way_ring(writer);
    case Method::direct:
      return write_direct(writer);
    case Method::halving_doubling:
      return write_halving_doubling(writer);
    case Method::shorter_way_ring:
      return write_shorter_way_ring(writer);
    case Method::chain:
      return write_chain(writer);
    case Method::nvls:
    case Method::sharp:
      return write_in_switch(writer);
    case Method::double_binary_tree:
      break;
  }
  return write_double_binary_tree(writer);
}

}  // namespace

rounds::RoundGraph generate(const CollectiveRequest& request,
                            const std::vector<std::vector<Phase>>& chunks) {
  check(request);
  rounds::RoundGraph graph;
  graph.collectives.push_back(collective_of(request, static_cast<int>(chunks.size())));
  for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
    Holding holding(graph.collectives[0], two_way(request), is_sliced(request));
    RoundSet before;
    int number = 0;
    for (const Phase& phase : chunks[chunk]) {
      PhaseWriter writer(graph, request, phase, static_cast<int>(chunk), number++, holding.rules(),
                         holding.slots(phase.digit), before);
      RoundSet last = write(writer);
      // Who sends on in a phase may have received in any before: each NPU does in one only.
      const bool rooted =
          phase.kind == CollectiveKind::broadcast || phase.kind == CollectiveKind::reduce;
      before = rooted ? together(before, last) : std::move(last);
      holding.pass(phase);
    }
  }
  return graph;
}

rounds::RoundGraph generate(const CollectiveRequest& request) {
  check(request);
  std::vector<std::vector<Phase>> chunks;
  for (int chunk = 0; chunk < chunking(request).count; ++chunk) {
    chunks.push_back(phases(request, chunk));
  }
  return generate(request, chunks);
}

}  // namespace jacquard::collective
