// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/schedule/core/arbiter_core.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/core/crossbar_core.hpp"

namespace jacquard::rtl {

// A contract whose implementation is Verilated: what it does may be written to a waveform.
template <class Contract>
class Dumping : public Contract {
 public:
  // Whether the coming clocks are; from the beginning they are, if there is a waveform at all.
  virtual void dump(bool on) = 0;
};

using CoreModel = Dumping<schedule::Core>;
using ArbiterModel = Dumping<schedule::ArbiterCore>;
using CrossbarModel = Dumping<schedule::CrossbarCore>;

}  // namespace jacquard::rtl
