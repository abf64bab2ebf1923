// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/circuit/transfer.hpp"

namespace jacquard::systemc {

// Why bytes were lost: no circuit, one to somebody else, or a link or port that was down.
enum class Why { guard, wrong_setting, outage };

// Told of every byte that the fabric took and did not deliver.
class LossSink {
 public:
  virtual ~LossSink() = default;
  virtual void lost(const Transfer& transfer, ByteRange bytes, Why why) = 0;
};

}  // namespace jacquard::systemc
