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

}  // namespace jacquard::stack
