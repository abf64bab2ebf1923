// SPDX-License-Identifier: Apache-2.0
// What the NPUs around one switch send each other once routing is known, carried by a fabric.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/config/codec.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/machine/decide.hpp"
#include "jacquard/machine/expert_start.hpp"
#include "systemc/experiment/experiment.hpp"
#include "systemc/photonic/appliance_exchange.hpp"

namespace jacquard::machine {

// circuit and packet: the fabrics of `jacquard simulate`, in SystemC. photonic: an appliance's
// memory or its digital switch, in SystemC. ideal: each port sends and receives at its rate
// whatever the others do. Circuits alone are decided on.
enum class Carrier : std::uint8_t { circuit, packet, photonic, ideal };

config::Codec<Carrier> carrier_codec();
const char* name_of(Carrier carrier);

struct ExchangeConfig {
  Carrier carrier = Carrier::circuit;
  // As the nouns of an experiment: links and packet switch, circuits, who decides, what fails.
  systemc::PacketConfig fabric;
  systemc::CircuitConfig circuit;
  experiment::SchedulerConfig scheduler;
  systemc::FaultConfig faults;
  // Of photonic alone: ports, rate and delay are the appliance's.
  systemc::ApplianceConfig appliance;
  systemc::ApplianceExchange photonic;
  bool arrivals = false;  // whether Exchanged has them
};

// t_x: as given, else of the technology, else the default.
base::Picoseconds guard_of(const ExchangeConfig& config);

// Links as the network has them. Throws ConfigError at the key of `fabric` that says another thing.
void use_links(int ports, base::BitsPerSecond rate, base::Picoseconds delay,
               ExchangeConfig& config);

// Throws ConfigError for kept settings where schedules are made ahead, or saved: neither looks at
// what is connected.
void require_kept(const ExchangeConfig& config, Decide decide);

// Of one exchange; times count from when the last NPU had routed.
struct Exchanged {
  base::Picoseconds completion{0};
  // When the last permutation of the first decision was ready. Guards, and holds, of all settings.
  base::Picoseconds decision{0}, guard{0}, hold{0};
  // What the completion has beyond its bound, the largest line sum at the rate of a link.
  base::Picoseconds wait{0};
  std::int64_t permutations = 0, decisions = 0;
  base::Bytes bytes{0};  // delivered
  base::Bytes bytes_lost{
      0};  // asked for and never delivered; the fabric ends with an error instead
  base::Bytes bytes_resent{0};
  bool struck = false;                          // by anything that went wrong
  std::int64_t messages_lost = 0;               // of the control channel
  base::Picoseconds detected{0}, replanned{0};  // as systemc::ControllerRecord
  std::uint64_t schedule_hash = 0;
  std::shared_ptr<const systemc::LeftBehind> left;  // for exchanges after it, if it had a `before`
  std::vector<base::Picoseconds> done;         // of each port: nothing more to send or to receive
  std::vector<std::vector<Arrival>> arrivals;  // of each port, ascending; where they are asked for
  std::int64_t events = 0;  // the scheduler's apart, which differ where the schedule is the same
};

// Carries exchanges one by one, each in a simulation of its own. Not for use by several threads.
class Exchanger {
 public:
  // Builds RTL where the scheduler is it; `waveform`: where the FST of its first run goes, "" for
  // none. Throws ConfigError for what does not go together.
  Exchanger(const ExchangeConfig& config, std::uint64_t seed, const std::string& waveform = "");
  ~Exchanger();
  Exchanger(Exchanger&&) noexcept;

  // What stays on its port (the diagonal) is not carried. `index` names the exchange's random
  // streams. Throws ConfigError for a demand of another size than the fabric, for what cannot be
  // carried, and as schedulers do. With `foresight`, circuits have decided on that before; with
  // `before`, they build on those exchanges.
  Exchanged carry(const demand::DemandMatrix& demand, std::uint64_t index,
                  const systemc::Foresight* foresight = nullptr,
                  const systemc::Before* before = nullptr);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace jacquard::machine
