// SPDX-License-Identifier: Apache-2.0
#include "jacquard/collective/algorithms/phase_writer.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::collective {

using rounds::Channel;
using rounds::DigitRule;
using rounds::Round;
using rounds::RoundSet;
using rounds::SymbolicPermutation;

PhaseWriter::PhaseWriter(rounds::RoundGraph& graph, const CollectiveRequest& request,
                         const Phase& phase, int chunk, int number, rounds::PieceSet held,
                         Slots slots, RoundSet before)
    : graph_(graph),
      request_(request),
      phase_(phase),
      chunk_(chunk),
      number_(number),
      members_(request.shape.radix(phase.digit)),
      held_(std::move(held)),
      slots_(slots),
      before_(std::move(before)) {}

int PhaseWriter::root() const {
  int rest = request_.root;
  for (const int digit : collective().involved) {
    if (digit == phase_.digit) break;
    rest /= request_.shape.radix(digit);
  }
  return rest % members_;
}

std::vector<SymbolicPermutation::Range> PhaseWriter::senders(int value) const {
  std::vector<SymbolicPermutation::Range> ranges;
  for (int d = 0; d < request_.shape.digits(); ++d) {
    ranges.push_back({0, request_.shape.radix(d) - 1});
  }
  int rest = request_.root;
  for (const int digit : collective().involved) {
    const int radix = request_.shape.radix(digit);
    if (digit > phase_.digit) base::at(ranges, digit) = {rest % radix, rest % radix};
    rest /= radix;
  }
  base::at(ranges, phase_.digit) = {value, value};
  return ranges;
}

std::vector<SymbolicPermutation::Range> PhaseWriter::all_at(int first, int last) const {
  std::vector<SymbolicPermutation::Range> ranges;
  for (int d = 0; d < request_.shape.digits(); ++d) {
    ranges.push_back({0, request_.shape.radix(d) - 1});
  }
  base::at(ranges, phase_.digit) = {first, last};
  return ranges;
}

int PhaseWriter::channel(Channel::Direction direction) {
  const int dimension =
      request_.dimensions.empty() ? phase_.digit : base::at(request_.dimensions, phase_.digit);
  const Channel wanted{dimension, direction};
  const auto found = std::find(graph_.channels.begin(), graph_.channels.end(), wanted);
  if (found != graph_.channels.end()) return static_cast<int>(found - graph_.channels.begin());
  graph_.channels.push_back(wanted);
  return static_cast<int>(graph_.channels.size()) - 1;
}

// The share of each piece that this chunk has, summed over the pieces of each rank's message.
std::vector<base::Bytes> PhaseWriter::uneven_sizes(const Step& step) const {
  const rounds::Collective& c = collective();
  const int group = c.group().size();
  std::vector<base::Bytes> sizes(static_cast<std::size_t>(c.shape.size()));
  for (int rank = 0; rank < c.shape.size(); ++rank) {
    if (step.permutation.receiver(c.shape, rank) == rounds::kNobody) continue;
    std::int64_t sum = 0;
    for (const int piece : rounds::expand(step.pieces, c.shape, c.pieces, rank, 0)) {
      const int origin = c.rank_of(rank, piece % group);
      const int destination = c.rank_of(rank, piece / group % group);
      std::int64_t share = request_.uneven->at(origin, destination).count();
      share = share * (chunk_ + 1) / c.chunks - share * chunk_ / c.chunks;
      if (slots_.half >= 0) share = (share + 1 - piece / group / group) / 2;
      sum += share;
    }
    base::at(sizes, rank) = base::Bytes{sum};
  }
  return sizes;
}

int PhaseWriter::add(Step step, RoundSet after) {
  Round round;
  round.chunk = chunk_;
  round.phase = number_;
  round.channel = channel(step.direction);
  round.permutation = step.permutation;
  round.cast = step.cast;
  round.action = step.action;
  round.after = std::move(after);
  const int rounds = request_.uneven ? step.repeat : 1;
  for (int k = 0; k < rounds; ++k) {
    if (request_.uneven) {
      Step once = step;
      for (DigitRule& rule : once.pieces) {
        rule.add += k * rule.step;
        rule.step = 0;
      }
      round.uneven = uneven_sizes(once);
      round.pieces = std::move(once.pieces);
      if (k > 0) round.after = {static_cast<int>(graph_.rounds.size()) - 1};
    } else {
      round.bytes = step.bytes;
      round.repeat = step.repeat;
      round.pieces = step.pieces;
    }
    graph_.rounds.push_back(round);
  }
  return static_cast<int>(graph_.rounds.size()) - 1;
}

}  // namespace jacquard::collective
