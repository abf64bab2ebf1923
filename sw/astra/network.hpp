// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's two analytical networks.
//
// Unaware: every message takes its own delay, whatever else is under way.
// Aware: whole messages are stored and forwarded link by link, in each direction of a link one at
// a time in the order of coming; a link is busy for floor(bytes / bandwidth) and a message is over
// it after floor(latency + bytes / bandwidth).
#pragma once

#include <vector>

#include "jacquard/astra/delays.hpp"
#include "jacquard/astra/message.hpp"
#include "jacquard/astra/routes.hpp"

namespace jacquard::astra {

class Network {
 public:
  // `stands_for` maps each NPU to the simulated one whose links are its links. Throws ConfigError
  // for more links than can be numbered.
  Network(const Input& input, const Places& places, const std::vector<std::uint32_t>& stands_for,
          std::size_t simulated, EventQueue& queue, Messages& messages);

  // Sends a message; its arrival will be an `arrival` event, or `hop` events of which the last
  // answers true to `hop`.
  void send(const Message& message);
  // Moves a message on. True when it is where it goes.
  bool hop(std::uint32_t message);
  void free(std::uint32_t link);

  // Counts messages of a simulated NPU that are sent elsewhere (rings.hpp), and the links that they
  // take in a dimension.
  void count(std::uint32_t npu, int dimension, std::int64_t bytes, std::int64_t messages);
  void count_links(std::uint32_t npu, int dimension, double bytes) {
    carried_[npu * first_link_.size() + static_cast<std::size_t>(dimension)] += bytes;
  }

  std::int64_t sent() const { return sent_; }
  // What a simulated NPU has sent, by the dimension in which it left.
  std::int64_t bytes(std::uint32_t npu, int dimension) const {
    return bytes_[npu * first_link_.size() + static_cast<std::size_t>(dimension)];
  }
  // What the links of a simulated NPU, or those that its messages took, carried in a dimension.
  double carried(std::uint32_t npu, int dimension) const {
    return carried_[npu * first_link_.size() + static_cast<std::size_t>(dimension)];
  }
  // For how many ns the links of a simulated NPU were busy in a dimension, summed over them: with
  // messages on them, however many at once. 0 unless the input asks for it.
  double busy(std::uint32_t npu, int dimension) const {
    return busy_[npu * first_link_.size() + static_cast<std::size_t>(dimension)];
  }
  // A message waited behind, or kept the link from, one of another origin: what one NPU that
  // stands for many cannot show.
  bool contended() const { return contended_; }

 private:
  struct Link {
    bool busy = false;
    int origin = 0;  // of the message on it, as seen from the link
    std::uint32_t first = kNothing;
    std::uint32_t last = kNothing;
  };
  static constexpr std::uint32_t kNothing = 0xffffffffu;

  struct Next {
    std::uint32_t link = 0;
    int origin = 0;
  };
  void leave(std::uint32_t message);
  // One hop on. True when it is where it goes.
  bool advance(Message& message) const;
  void take(std::uint32_t link, int dimension, double ns);
  void take_way(const Message& message, int dimension);
  void add_bytes(std::size_t sender, int dimension, std::int64_t bytes);
  Next next_link(const Message& message) const;
  void occupy(const Next& next, std::uint32_t message);

  Mode mode_;
  bool measures_;
  const Places& places_;
  Routes routes_;
  const std::vector<std::uint32_t>& stands_for_;
  EventQueue& queue_;
  Messages& messages_;
  std::vector<std::uint32_t> first_link_;     // of each dimension
  std::vector<std::uint32_t> links_per_npu_;  // in each dimension
  std::vector<double> bytes_per_ns_;
  std::vector<Link> links_;
  std::vector<std::int64_t> bytes_;
  std::vector<double> carried_;
  std::vector<double> busy_;
  std::vector<double> busy_until_;  // of each link, while that is measured
  std::int64_t sent_ = 0;
  bool contended_ = false;
};

}  // namespace jacquard::astra
