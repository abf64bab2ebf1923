// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <systemc>

#include "systemc/circuit/transfer.hpp"
#include "systemc/kernel/shuffle.hpp"

namespace jacquard::systemc {

// What a link leads to.
class TransferSink {
 public:
  virtual ~TransferSink() = default;
  // The last bit of `transfer` has just come in at `port`.
  virtual void arrive(int port, const Transfer& transfer) = 0;
};

// A fibre: what goes in comes out `delay` later, in order. Its process runs once per transfer, when
// the last bit is out.
class Link final : public sc_core::sc_module {
 public:
  // `place`: what it stamps on a transfer.
  Link(const sc_core::sc_module_name& name, base::Picoseconds delay, TransferSink& sink, int port,
       int place, Shuffle& shuffle);

  // The transfer enters with the times of its head and tail here; the tail may lie ahead, but not
  // before that of the transfer sent before it.
  void send(const Transfer& transfer);

  std::int64_t delivered() const { return delivered_; }

 private:
  void deliver();

  base::Picoseconds delay_;
  TransferSink& sink_;
  int port_;
  int place_;
  Shuffle& shuffle_;
  std::deque<Transfer> flying_;
  std::int64_t delivered_ = 0;
  sc_core::sc_event next_;
};

}  // namespace jacquard::systemc
