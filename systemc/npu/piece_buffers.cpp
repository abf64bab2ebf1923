// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/piece_buffers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

using rounds::kNobody;

std::int64_t rounded_up(std::int64_t bytes, std::int64_t to) {
  return base::divide_up(bytes, to) * to;
}

bool reduces(const rounds::RoundGraph& graph) {
  return std::any_of(graph.rounds.begin(), graph.rounds.end(), [](const rounds::Round& round) {
    return round.action == rounds::Action::reduce;
  });
}

}  // namespace

PieceBuffers::PieceBuffers(const rounds::RoundGraph& graph, const memory::Organisation& memory,
                           const std::string& source, std::uint64_t first)
    : graph_(graph), places_(graph.collectives.size()) {
  std::vector<std::int64_t> slots(graph.collectives.size(), 0);
  for (const rounds::Round& round : graph.rounds) {
    const rounds::Shape& ranks = graph.collective_of(round).shape;
    std::int64_t& slot = base::at(slots, round.collective);
    for (int rank = 0; rank < ranks.size(); ++rank) {
      if (round.permutation.receiver(ranks, rank) == kNobody) continue;
      const std::int64_t bytes = round.bytes_from(rank).count();
      for (int k = 0; k < round.repeat; ++k) {
        const auto pieces = static_cast<std::int64_t>(pieces_of(round, k, rank).size());
        slot = std::max(slot, base::divide_up(bytes, pieces));
      }
    }
  }
  double total = 0;
  for (std::size_t c = 0; c < slots.size(); ++c) {
    const rounds::Collective& collective = graph.collectives[c];
    places_[c] = {first + area_,
                  static_cast<std::uint64_t>(rounded_up(slots[c], memory.burst().count()))};
    total += static_cast<double>(places_[c].slot) * collective.pieces.size() * collective.chunks;
    const double needed = static_cast<double>(first) + total * (reduces(graph) ? 2 : 1);
    const double capacity = static_cast<double>(memory.capacity.count()) * memory.channels;
    if (needed > capacity) {
      throw base::ConfigError(
          {source, "", fmt::format("data that fit the {:.4g} bytes of an NPU's memory", capacity),
           fmt::format("{:.4g} bytes up to collective {}", needed, c),
           "fewer bytes, or more of memory.organisation.channels"});
    }
    area_ = static_cast<std::uint64_t>(total);
  }
}

std::vector<int> PieceBuffers::pieces_of(const rounds::Round& round, int repetition,
                                         int rank) const {
  const rounds::Collective& collective = graph_.collective_of(round);
  std::vector<int> pieces =
      expand(round.pieces, collective.shape, collective.pieces, rank, repetition);
  if (pieces.empty()) pieces = {0};  // a user's rounds need not say
  return pieces;
}

std::vector<Segment> PieceBuffers::segments(const rounds::Round& round, int repetition,
                                            int rank) const {
  const Place& place = base::at(places_, round.collective);
  const rounds::Collective& collective = graph_.collective_of(round);
  const std::vector<int> pieces = pieces_of(round, repetition, rank);
  const auto count = static_cast<std::int64_t>(pieces.size());
  const std::int64_t bytes = round.bytes_from(rank).count();
  const std::int64_t each = bytes / count;
  std::vector<Segment> all;
  for (std::int64_t i = 0; i < count; ++i) {
    const base::Bytes own{each + (i < bytes % count ? 1 : 0)};
    if (own.count() == 0) break;
    const std::int64_t slot =
        std::int64_t{round.chunk} * collective.pieces.size() + base::at(pieces, i);
    const std::uint64_t address = place.first + static_cast<std::uint64_t>(slot) * place.slot;
    if (!all.empty() &&
        all.back().address + static_cast<std::uint64_t>(all.back().bytes.count()) == address) {
      all.back().bytes += own;
    } else {
      all.push_back({address, own});
    }
  }
  return all;
}

}  // namespace jacquard::systemc
