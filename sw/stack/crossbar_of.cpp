// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/crossbar_of.hpp"

namespace jacquard::stack {

topology::Fabric crossbar_of(int npus) {
  topology::Dimension all;
  all.block = topology::Block::crossbar;
  all.size = npus;
  all.bandwidth = base::BytesPerSecond{1e11};
  return topology::Fabric({all});
}

void use_few_rounds(collective::CollectiveRequest& request) {
  const collective::Algorithm halving{collective::Method::halving_doubling};
  for (std::size_t digit = 0; digit < request.algorithms.size(); ++digit) {
    const int members = request.shape.radix(static_cast<int>(digit));
    if (collective::unsupported(halving, request.kind, members).empty()) {
      request.algorithms[digit] = halving;
    }
  }
}

}  // namespace jacquard::stack
