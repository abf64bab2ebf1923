// SPDX-License-Identifier: Apache-2.0
// The digital switch of an appliance, slot by slot.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "jacquard/schedule/arbiter/arbiter.hpp"
#include "systemc/kernel/agenda.hpp"
#include "systemc/photonic/switch_config.hpp"

namespace jacquard::systemc {

// N inputs with a queue for each output, and no limit on what waits: initiators bound what they
// have in flight. A slot is as long as a cell at a port's rate. In it the arbiter matches
// inputs with outputs, and each pair moves a cell. Slots follow each other from time 0 on.
class DigitalSwitch final : public sc_core::sc_module {
 public:
  using Call = Agenda::Call;

  // `rate`: of each port, each way. Requires an arbiter of as many ports.
  DigitalSwitch(const sc_core::sc_module_name& name, int ports, base::BitsPerSecond rate,
                const SwitchConfig& config, std::unique_ptr<schedule::Arbiter> arbiter);

  // Calls `arrived` when the last cell of `payload` bytes is at the output.
  void send(int input, int output, base::Bytes payload, Call arrived);

  std::int64_t cells() const { return cells_; }     // moved
  base::Bytes payload() const { return payload_; }  // of messages that have arrived
  base::Joules energy() const;

 private:
  struct Message {
    std::int64_t cells;
    base::Bytes payload;
    Call arrived;
  };

  base::Picoseconds begin_of(std::int64_t slot) const;
  void begin_slot();
  void move(int input, int output, base::Picoseconds end);

  int ports_;
  base::BitsPerSecond rate_;
  SwitchConfig config_;
  std::unique_ptr<schedule::Arbiter> arbiter_;
  schedule::Requests waiting_;
  std::vector<std::deque<Message>> queues_;  // input-major
  std::int64_t waiting_cells_ = 0;
  bool running_ = false;
  std::int64_t slot_ = 0;  // the next one that something may move in
  std::int64_t cells_ = 0;
  base::Bytes payload_{0};
  Agenda agenda_{"agenda"};
};

}  // namespace jacquard::systemc
