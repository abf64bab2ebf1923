// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "jacquard/base/units.hpp"
#include "systemc/circuit/framing.hpp"

namespace jacquard::systemc {

// What one port has for another: pieces in the order in which they come, sent first come first
// served.
class PairQueue {
 public:
  struct Piece {
    base::Picoseconds at;  // when it is there
    std::int64_t bytes;
    int flow;  // that it is all of; kAcks: acknowledgements
  };
  static constexpr int kAcks = -1;

  void add(const Piece& piece) { pieces_.push_back(piece); }  // not before the last one's time
  // How much of what is there at `at`, which does not fall, is not sent by the circuits so far.
  std::int64_t waiting(base::Picoseconds at);
  // The most that waited when that was asked, or when something was sent.
  std::int64_t longest() const { return longest_; }
  bool empty() const { return head_ == pieces_.size(); }

  struct Sent {
    std::int64_t bytes = 0;
    base::Picoseconds time{0}, end{0};  // on the wire, in all; the last end
  };
  // Sends over a circuit that stands in [from, to) whatever is there by then: at once what waits,
  // then what comes meanwhile. `done`: a flow, and when its last byte was sent.
  Sent send(base::Picoseconds from, base::Picoseconds to, const Framing& framing,
            const std::function<void(int flow, base::Picoseconds end)>& done);

 private:
  // Pieces that have come, and their bytes.
  struct Come {
    std::size_t pieces = 0;
    std::int64_t bytes = 0;
  };
  std::int64_t left_at(base::Picoseconds at, Come& come);
  void drop(std::int64_t bytes, base::Picoseconds from, const Framing& framing,
            const std::function<void(int, base::Picoseconds)>& done);

  std::vector<Piece> pieces_;
  std::size_t head_ = 0;    // the first piece of which something is left
  std::int64_t begun_ = 0;  // what was sent of it
  std::int64_t sent_ = 0;   // of all
  Come asked_, served_;     // a report may be of before the end of what is sent
  std::int64_t longest_ = 0;
};

// The most payload that passes in `time`, packets included.
std::int64_t payload_in(base::Picoseconds time, const Framing& framing);

}  // namespace jacquard::systemc
