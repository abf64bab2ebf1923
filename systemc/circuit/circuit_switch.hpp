// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "jacquard/schedule/schedule.hpp"
#include "systemc/circuit/link.hpp"
#include "systemc/circuit/losses.hpp"
#include "systemc/circuit/outages.hpp"
#include "systemc/circuit/timetable.hpp"
#include "systemc/circuit/transfer.hpp"

namespace jacquard::systemc {

// What a crossbar does from `from` until `to`, after a guard that began at `guard_from`.
struct Setting {
  schedule::Matching columns;
  base::Picoseconds guard_from{0};
  base::Picoseconds from{0};
  base::Picoseconds to{0};
  int number = 0;  // of the switch among parallel ones
};

struct PortUse {
  base::Bytes bytes{0};
  base::Picoseconds carried{0};
  base::Picoseconds guard{0};
};

// A crossbar without buffers: a bit that comes in leaves at once, on the output its input is
// connected to then, or not at all. What is not carried goes to the LossSink.
class CircuitSwitch final : public sc_core::sc_module, public TransferSink {
 public:
  struct Shape {
    int inputs;
    int outputs;
    base::Picoseconds guard{0};
  };
  CircuitSwitch(const sc_core::sc_module_name& name, Shape shape, int place, LossSink& losses);

  // Output `port` leads to `link`; its outages, and those of the input of that number, are given
  // where the port is an NPU's (nullptr: none).
  void connect_output(int port, Link& link);
  void set_outages(const std::vector<Interval>* of_input, int port);

  // Takes a setting that lies after all before it. Throws ConfigError as Timetable::connect() does.
  void apply(const Setting& setting);

  // The same, circuit by circuit, as hardware connects them; guards are counted apart.
  void connect(int input, int output, base::Picoseconds from) {
    timetable_.connect(input, output, from);
  }
  void disconnect(int input, base::Picoseconds at) { timetable_.disconnect(input, at); }
  void count_guard(const Setting& setting);

  void arrive(int port, const Transfer& transfer) override;

  const std::vector<PortUse>& outputs() const { return use_; }

 private:
  void carry(int output, Transfer part);

  Timetable timetable_;
  int place_;
  LossSink& losses_;
  std::vector<Link*> links_;
  std::vector<const std::vector<Interval>*> outages_;
  std::vector<PortUse> use_;
};

}  // namespace jacquard::systemc
