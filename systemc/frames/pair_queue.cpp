// SPDX-License-Identifier: Apache-2.0
#include "systemc/frames/pair_queue.hpp"

#include <algorithm>

namespace jacquard::systemc {

using base::Picoseconds;

std::int64_t payload_in(Picoseconds time, const Framing& framing) {
  if (time <= Picoseconds{0}) return 0;
  const std::int64_t frame = framing.mtu.count() + framing.header.count();
  const std::int64_t wire = base::bytes_carried(time, framing.rate).count();
  const std::int64_t rest = std::max<std::int64_t>(wire % frame - framing.header.count(), 0);
  std::int64_t payload = wire / frame * framing.mtu.count() + rest;
  // Times are whole picoseconds, to the nearest.
  while (framing.time(payload + 1) <= time) ++payload;
  while (payload > 0 && framing.time(payload) > time) --payload;
  return payload;
}

std::int64_t PairQueue::left_at(Picoseconds at, Come& come) {
  for (; come.pieces < pieces_.size() && pieces_[come.pieces].at <= at; ++come.pieces) {
    come.bytes += pieces_[come.pieces].bytes;
  }
  longest_ = std::max(longest_, come.bytes - sent_);
  return std::max<std::int64_t>(come.bytes - sent_, 0);
}

std::int64_t PairQueue::waiting(Picoseconds at) { return left_at(at, asked_); }

PairQueue::Sent PairQueue::send(Picoseconds from, Picoseconds to, const Framing& framing,
                                const std::function<void(int, Picoseconds)>& done) {
  Sent sent{0, Picoseconds{0}, from};
  Picoseconds now = from;
  while (now < to) {
    std::int64_t bytes = left_at(now, served_);
    if (bytes == 0) {
      const std::size_t next = served_.pieces;
      if (next == pieces_.size() || pieces_[next].at >= to) break;
      now = pieces_[next].at;
      continue;
    }
    bytes = std::min(bytes, payload_in(to - now, framing));
    if (bytes == 0) break;
    const Picoseconds time = framing.time(bytes);
    drop(bytes, now, framing, done);
    now += time;
    sent.bytes += bytes;
    sent.time += time;
    sent.end = now;
  }
  return sent;
}

void PairQueue::drop(std::int64_t bytes, Picoseconds from, const Framing& framing,
                     const std::function<void(int, Picoseconds)>& done) {
  sent_ += bytes;
  std::int64_t gone = 0;
  while (gone < bytes) {
    const Piece& piece = pieces_[head_];
    const std::int64_t part = std::min(bytes - gone, piece.bytes - begun_);
    gone += part;
    begun_ += part;
    if (begun_ < piece.bytes) return;
    if (piece.flow != kAcks) done(piece.flow, from + framing.time(gone));
    ++head_;
    begun_ = 0;
  }
}

}  // namespace jacquard::systemc
