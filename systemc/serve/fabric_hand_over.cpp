// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/fabric_hand_over.hpp"

#include <algorithm>

#include "jacquard/base/digest.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::serve {
namespace {

using base::Bytes;
using base::Picoseconds;

HandOverSides sides_of(const Setup& prefill, int prefill_instances, const Setup& decode,
                       int decode_instances) {
  return {prefill_instances, prefill.deployment.npus(), decode_instances, decode.deployment.npus()};
}

void refuse(bool given, const char* option, const char* found) {
  if (!given) return;
  throw base::ConfigError({option, "",
                           "nothing beside --disaggregate and --fabric, which carries "
                           "keys and values alone",
                           found, ""});
}

machine::ExchangeConfig fabric_of(const Setup& setup, int npus) {
  const ServeConfig& config = setup.config;
  refuse(config.decide != machine::Decide::on_demand, "--decide", "another word than on_demand");
  refuse(!config.expert_start.at_end(), "--expert-start", "another word than end");
  refuse(config.exchange_layers > 0, "--exchange-layers, --quick", "layers of experts");
  refuse(!config.journal.empty(), "--journal", "a file");
  refuse(!config.scale_out.empty(), "--scale-out", config.scale_out.c_str());
  if (!setup.one_switch && config.fabric != kPhotonic) {
    throw base::ConfigError({"--system", "", "NPUs around one switch, such as circuit_64",
                             config.system,
                             "a file of configs/systems with one switched dimension"});
  }
  return exchange_of(setup, npus);
}

}  // namespace

demand::DemandMatrix hand_over_demand(const HandOverSides& sides, std::size_t from, std::size_t to,
                                      Bytes bytes) {
  demand::DemandMatrix demand(sides.npus());
  const int first = static_cast<int>(from) * sides.senders_npus;
  const int second =
      sides.senders * sides.senders_npus + static_cast<int>(to) * sides.receivers_npus;
  const int parts = std::max(sides.senders_npus, sides.receivers_npus);
  for (int k = 0; k < parts; ++k) {
    // What does not divide: the last ones.
    const Bytes part{(bytes.count() + k) / parts};
    demand.set(first + k * sides.senders_npus / parts, second + k * sides.receivers_npus / parts,
               part);
  }
  return demand;
}

FabricHandOver::FabricHandOver(const Setup& prefill, int prefill_instances, const Setup& decode,
                               int decode_instances, std::uint64_t seed)
    : sides_(sides_of(prefill, prefill_instances, decode, decode_instances)),
      exchanger_(fabric_of(prefill, sides_.npus()), seed),
      fails_(expects_faults(prefill.config.exchange.faults)) {}

Picoseconds FabricHandOver::carry(std::size_t from, std::size_t to, Bytes bytes) {
  const std::tuple key(from, to, bytes.count());
  const auto found = fails_ ? known_.end() : known_.find(key);
  ++figures_.exchanges;
  if (found != known_.end()) {
    figures_.time += found->second.time;
    figures_.moved += found->second.bytes;
    return found->second.time;
  }
  const machine::Exchanged e = exchanger_.carry(hand_over_demand(sides_, from, to, bytes),
                                                static_cast<std::uint64_t>(figures_.simulated));
  ++figures_.simulated;
  figures_.time += e.completion;
  figures_.decision += e.decision;
  figures_.guard += e.guard;
  figures_.wait += e.wait;
  figures_.decisions += e.decisions;
  figures_.bytes += e.bytes;
  figures_.moved += e.bytes;
  figures_.bytes_lost += e.bytes_lost;
  base::Digest digest;
  digest.add(figures_.schedule_hash);
  digest.add(e.schedule_hash);
  figures_.schedule_hash = digest.value().first;
  known_.insert_or_assign(key, Carried{e.completion, e.bytes});
  return e.completion;
}

}  // namespace jacquard::serve
