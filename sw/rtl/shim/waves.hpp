// SPDX-License-Identifier: Apache-2.0
// The waveform that a model was built to write.
#pragma once

#if VM_TRACE_VCD
#include <verilated_vcd_c.h>
#else
#include <verilated_fst_c.h>
#endif

namespace jacquard::rtl::shim {

#if VM_TRACE_VCD
using Waves = VerilatedVcdC;
#else
using Waves = VerilatedFstC;
#endif

}  // namespace jacquard::rtl::shim
