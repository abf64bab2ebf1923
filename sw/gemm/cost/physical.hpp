// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/cost/transfer.hpp"

namespace jacquard::gemm {

// paper_time() with what it leaves out, of a legal, untransposed request:
//   memory    a product takes no less than its traffic: its factors, its result, and the sum of the
//             slices before it, which is read again. meshslice copies every slice of more than one
//             to or from its shard. A steady iteration takes no less than all traffic of cores and
//             links together. Links of the prologue are taken to be slower than the memory
//   links     two-way and shorter-way rings and open sides get at most Chip::link on each link
//   cannon    P - 1 shifts, as the last product has nothing to wait for; ls and rs take the skew of
//             C behind the loop, beside nothing
//   wang      the program's own steps: the first product is of 1 / P; steps of more blocks
//             are longer. Exact for U = P, within 5 % else, as buffers bind unequal steps
//   summa     the next panel's broadcast follows the last one down the chain, so a panel takes the
//             time of its packets on one link, and one packet more where the root is another; the
//             chain is filled once
//   2.5d      the inputs come to the layers one after the other; a skew goes beside the later one
// Figures of Chip that are 0 bound nothing.
GemmTime physical_time(const Request& request, const Chip& chip, const MeshNetwork& network);

}  // namespace jacquard::gemm
