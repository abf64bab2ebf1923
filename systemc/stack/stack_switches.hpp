// SPDX-License-Identifier: Apache-2.0
// The circuit switches of one channel of a stack's fabric, and the links to them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "jacquard/report/fabric/fabric_run.hpp"
#include "jacquard/stack/fabric.hpp"
#include "systemc/circuit/circuit_switch.hpp"
#include "systemc/circuit/link.hpp"

namespace jacquard::systemc {

// From the port of one NPU to that of another, by this uplink of the first's leaf and the downlink
// of the same number of the last's (stack::Routes); stack::Routes::kLocal: within one switch.
struct PortCircuit {
  int from = 0;
  int to = 0;
  int link = 0;
};

// One crossbar, or leaves below spines. The way between any two ports takes t_max: half of it to
// the leaf and half from it; leaves and spines stand together. So a bit that is sent at the start
// of a slot meets each switch at the same time, whether its circuit goes up or not.
class StackSwitches final : public sc_core::sc_module {
 public:
  struct Shape {
    stack::Sizes sizes;
    base::Picoseconds guard{0};   // t_x
    base::Picoseconds flight{0};  // t_max
    int first_place = 0;          // of the numbers that transfers are stamped with
    bool keep = false;            // the settings
  };
  // What comes down to port p arrives at `npus`, at its port `first_port` + p.
  StackSwitches(const sc_core::sc_module_name& name, const Shape& shape, TransferSink& npus,
                int first_port, LossSink& losses, Shuffle& shuffle);

  // Connects a circuit for what is sent from `slot` on, after a guard if there is one. Circuits
  // that are there already, by another call's, stay. Throws ConfigError naming switch and ports
  // where a port has another circuit, or had one and no guard is paid.
  void connect(const PortCircuit& circuit, base::Picoseconds slot, base::Picoseconds guard);
  // Whether no port on its way is in use.
  bool is_free(const PortCircuit& circuit) const;
  // What is sent from `slot` on finds it no more, if nobody else needs it.
  void disconnect(const PortCircuit& circuit, base::Picoseconds slot);

  void send(int port, const Transfer& transfer) { base::at(up_, port)->send(transfer); }

  std::int64_t deliveries() const;
  std::int64_t changes() const { return changes_; }  // connections made, of all switches
  // Settings that were in force up to `end`, by switch and time.
  std::vector<report::SettingRecord> settings(base::Picoseconds end) const;
  std::vector<std::pair<std::string, PortUse>> outputs() const;  // those of links to NPUs

 private:
  struct Crossing {  // of a switch by a circuit
    int at = 0;
    int in = 0;
    int out = 0;
  };
  struct Port {
    int peer = -1;
    int users = 0;
  };
  struct Switch {
    std::string name;
    std::unique_ptr<CircuitSwitch> module;
    std::vector<Port> inputs;
    std::vector<int> outputs;  // the input that each is connected to, -1: none
    std::vector<report::SettingRecord> settings;
  };

  void add_switch(const std::string& name, int ports, LossSink& losses);
  void add_link(Switch& from, int out, const std::string& name, Switch& to, int in);
  std::vector<Crossing> crossings(const PortCircuit& circuit) const;
  void connect(const Crossing& crossing, base::Picoseconds slot, base::Picoseconds guard);
  void note(Switch& of, base::Picoseconds guard_from, base::Picoseconds from) const;

  Shape shape_;
  base::Picoseconds up_time_;
  Shuffle& shuffle_;
  int places_;
  std::vector<Switch> switches_;  // by number (stack/switches.hpp)
  std::vector<std::unique_ptr<Link>> up_, down_, between_;
  std::int64_t changes_ = 0;
};

}  // namespace jacquard::systemc
