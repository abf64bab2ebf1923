// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "jacquard/stack/routes.hpp"
#include "systemc/stack/call_board.hpp"
#include "systemc/stack/npu_program.hpp"
#include "systemc/stack/replay.hpp"
#include "systemc/stack/slot_calendar.hpp"
#include "systemc/stack/stack_switches.hpp"

namespace jacquard::systemc {

// Announces the slots of a stack, sets the switches, and tells NPUs' programs of time.
//
// What is due at an instant happens when nothing else is left to happen then: first nodes end, then
// computations begin, then a slot. So the order in which the kernel runs processes does not matter.
class ReplayBoard final : public sc_core::sc_module, public TransferSink, public LossSink {
 public:
  ReplayBoard(const sc_core::sc_module_name& name, const stack::Stack& stack,
              const ReplayOptions& options);

  void arrive(int port, const Transfer& transfer) override;
  void lost(const Transfer& transfer, ByteRange bytes, Why why) override;

  // After the simulation. Throws what went wrong in it.
  ReplayOutcome outcome();

 private:
  static constexpr int kStart = -1;
  static constexpr int kNoRank = -1;
  struct Due {
    int rank;  // kNoRank: the drawn call `node` is over
    int node;  // that ends; kStart: the step begins there
  };
  struct Message {
    MessageName name;
    int to = 0;
    bool drawn = false;
    bool last = false;    // of what its circuit carries in a setting
    base::Bytes ends{0};  // drawn: what is not to be sent on
  };
  struct Hop {  // of a transfer: where it goes, and when
    int channel = 0;
    PortCircuit circuit;
    ByteRange bytes;
    base::Picoseconds head{0};
    base::Picoseconds tail{0};
  };
  struct Sender {  // in a round, or in a part of its pattern
    int rank = 0;
    int to = 0;
    PortCircuit circuit;
  };
  struct Running {  // a call in its reserved slots
    int call = 0;
    int channel = 0;
    Exchange exchange;
    bool had_slot = false;
    std::vector<PortCircuit> circuits;
  };
  struct Missed {
    std::int64_t slot = 0;
    stack::Placed placed;  // the one repetition
    std::set<int> senders;
  };
  // Of the bytes of a message, what goes in one piece, and when after its slot has begun.
  struct Stretch {
    base::Bytes first{0};
    base::Bytes count{0};
    base::Picoseconds head{0};
    base::Picoseconds tail{0};
    bool any = false;
  };

  void act();
  void take_due();
  void happen();
  void note_due(base::Picoseconds time, Due due);
  void wake() { due_.notify(sc_core::SC_ZERO_TIME); }
  void fail(std::exception_ptr why);

  // Of the slot that is next; false if it has to wait.
  bool run_slot();
  void plan_next(std::int64_t slot);
  void send_missed();
  const std::vector<Sender>& senders_of(const stack::Placed& placed);
  bool is_left_out(int placed, int rank) const;
  Stretch stretch(const stack::Placed& placed, const SlotCalendar::Piece& piece,
                  base::Bytes message) const;
  MessageName name_of(const stack::Placed& placed, int repetition) const;
  int late_senders(bool record);
  void send(const stack::Placed& placed, const SlotCalendar::Piece& piece, const Sender& sender);
  void launch(const Hop& hop, const Message& message);
  void over(int call);

  // Calls that the run draws.
  int late_exchanges(bool record);
  bool overflows() const;
  void begin_exchange(int reserved);
  void end_exchanges();
  void end_exchange(int reserved);
  void release(Running& running);
  void run_exchanges(const std::vector<int>& reserved);
  bool find_link(const Running& running, PortCircuit& circuit, int first_link) const;

  const stack::Stack& stack_;
  ReplayOptions options_;
  StackModel model_;
  stack::Routes routes_;
  CallBoard calls_;
  Shuffle shuffle_;
  std::vector<NpuProgram> programs_;
  std::vector<std::vector<int>> ranks_of_;  // of each actor
  std::vector<std::unique_ptr<StackSwitches>> channels_;

  std::multimap<std::int64_t, Due> due_at_;
  std::set<int> may_compute_;  // ranks at which something ended or became ready
  std::optional<SlotCalendar> calendar_;
  base::Picoseconds slot_time_{0};         // when the next slot of the calendar is due
  bool waiting_ = false;                   // that has passed, and somebody is late
  std::vector<std::size_t> waited_for_;    // of ReplayOutcome::late
  std::vector<std::set<int>> restricted_;  // senders of each placed round; empty: all
  std::map<int, std::set<int>> skipped_;   // of placed rounds that go on: who missed its slot
  std::vector<Missed> missed_;
  bool behind_ = false;                        // missed messages are sent
  std::map<int, Running> running_;             // by reserved time
  std::map<int, base::Picoseconds> known_at_;  // drawn calls that all have entered
  std::vector<int> nth_;                       // of the drawn calls of its communicator

  std::unordered_map<std::int64_t, std::vector<Sender>> senders_;
  std::vector<Message> flying_;
  std::vector<std::int64_t> free_;
  std::vector<base::Picoseconds> port_busy_;  // per channel and port
  std::int64_t activations_ = 0;
  ReplayOutcome out_;
  std::exception_ptr failure_;
  sc_core::sc_event due_;
};

}  // namespace jacquard::systemc
