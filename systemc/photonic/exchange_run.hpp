// SPDX-License-Identifier: Apache-2.0
// The flows of an exchange on an appliance, piece by piece.
#pragma once

#include <cstddef>
#include <deque>
#include <unordered_map>
#include <vector>

#include "systemc/circuit/voq.hpp"
#include "systemc/photonic/appliance.hpp"
#include "systemc/photonic/appliance_exchange.hpp"
#include "systemc/photonic/exchange_buffers.hpp"

namespace jacquard::systemc {

// Each byte of a flow has a number, and is received once. A receiver finds in memory what the
// flow's sender has written there before, or the run ends with an error.
class ExchangeRun {
 public:
  // Begins at once. All references outlive the run; `figures` get times, bytes and accesses.
  ExchangeRun(Appliance& appliance, const ApplianceExchange& exchange,
              base::Span<const demand::Flow> flows,
              const std::vector<std::vector<std::size_t>>& order, const ExchangeBuffers& buffers,
              ApplianceExchangeFigures& figures);

  bool done() const { return left_ == 0; }

 private:
  // What an XPU has yet to write, or to read, in pieces.
  struct Side {
    std::deque<std::size_t> flows;
    std::int64_t next = 0;    // byte of the first of them
    std::int64_t flying = 0;  // bytes that are asked for
  };
  struct Piece {
    std::size_t flow;
    ByteRange bytes;
  };

  void send_all();
  void go_on(int xpu, memory::Direction direction);
  Side& side(int xpu, memory::Direction direction);
  void wrote(const Piece& piece, std::uint64_t address);
  void may_read(std::size_t flow);
  void received(const Piece& piece);

  Appliance& appliance_;
  const ApplianceExchange& exchange_;
  base::Span<const demand::Flow> flows_;
  const std::vector<std::vector<std::size_t>>& order_;
  const ExchangeBuffers& buffers_;
  ApplianceExchangeFigures& figures_;
  std::vector<Side> writes_, reads_;     // of each XPU
  std::vector<std::int64_t> unwritten_;  // bytes of each flow
  std::size_t unwritten_flows_;
  std::unordered_map<std::uint64_t, Piece> memory_;  // by address: what was written there
  std::vector<Received> received_;                   // of each flow
  std::size_t left_;                                 // flows that are not received
};

}  // namespace jacquard::systemc
