// SPDX-License-Identifier: Apache-2.0
// One function per algorithm writes a phase and returns the rounds after which an endpoint is done
// with it: whoever has received all of these that reach it has all that the phase brings it.
#pragma once

#include <vector>

#include "jacquard/collective/algorithms/phase_writer.hpp"

namespace jacquard::collective {

rounds::RoundSet write_ring(PhaseWriter& writer);
rounds::RoundSet write_two_way_ring(PhaseWriter& writer);
rounds::RoundSet write_direct(PhaseWriter& writer);
rounds::RoundSet write_halving_doubling(PhaseWriter& writer);
rounds::RoundSet write_double_binary_tree(PhaseWriter& writer);
rounds::RoundSet write_shorter_way_ring(PhaseWriter& writer);
rounds::RoundSet write_chain(PhaseWriter& writer);
// Into which nvls cuts the pieces of an all-reduce.
inline constexpr int kNvlsSlices = 4;
rounds::RoundSet write_in_switch(PhaseWriter& writer);
rounds::RoundSet write_send(PhaseWriter& writer);
rounds::RoundSet write_permute(PhaseWriter& writer);

}  // namespace jacquard::collective
