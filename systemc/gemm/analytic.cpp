// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/error.hpp"
#include "jacquard/gemm/picoseconds.hpp"
#include "systemc/gemm/run.hpp"

namespace jacquard::gemm {
namespace {

// Closed forms of sends and of streamed packets are those of closed, straight rings.
void require_plain(const MeshNetwork& network, Direction direction) {
  const auto d = static_cast<std::size_t>(direction);
  const bool open = network.open.at(d);
  if (!open && network.folds.at(d).empty()) return;
  throw base::ConfigError({open ? "--open" : "--fold", "",
                           "a closed ring where a closed form has sends or packets",
                           name_of(direction), "--engine event has it"});
}

void require_modelled(const Request& r, const MeshNetwork& network) {
  switch (r.algorithm) {
    case Algorithm::meshslice:
    case Algorithm::collective:
      return;
    case Algorithm::wang:
    case Algorithm::tp:
    case Algorithm::fsdp:
      if (steps_of(r) > 1) require_plain(network, overlapped(r));
      return;
    default:
      break;
  }
  for (const Direction d : {Direction::row, Direction::column}) require_plain(network, d);
  if (r.algorithm == Algorithm::cannon || network.rings == Rings::one_way) return;
  throw base::ConfigError({"--rings", "", "one-way where a closed form has packets",
                           ring_names().at(static_cast<std::size_t>(network.rings)),
                           "--engine event has it"});
}

}  // namespace

Answer run_analytic(const RunConfig& config) {
  check(config.network, of_program(config.request).mesh);
  const bool authors_panels =  // their broadcasts on folded sides
      config.mode == Mode::authors && config.request.algorithm == Algorithm::summa;
  if (!authors_panels) require_modelled(of_program(config.request), config.network);
  const GemmCost cost = cost_of(config.request, config.chip, config.mode, config.network);
  Answer answer;
  answer.time = to_picoseconds(cost.time);
  answer.compute = to_picoseconds(cost.compute);
  answer.exposed = answer.time - answer.compute;
  answer.utilisation = cost.utilisation;
  answer.row = cost.row;
  answer.column = cost.column;
  answer.buffers = cost.buffers;
  answer.communication = {to_picoseconds(cost.launch), to_picoseconds(cost.sync),
                          to_picoseconds(cost.transfer)};
  return answer;
}

}  // namespace jacquard::gemm
