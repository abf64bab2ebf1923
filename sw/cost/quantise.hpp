// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/software.hpp"

namespace jacquard::cost {

// Seconds of the kernel that turns the rows x columns of a bf16 matrix into fp8 before a product,
// with its floor. vLLM and SGLang find a scale for each row; TensorRT-LLM has one for the matrix.
base::Seconds quantise_time(const Device& device, double rows, double columns, Software software);

// Likewise into fp4, with a scale for 16 values that needs no others: one pass.
base::Seconds quantise_fp4_time(const Device& device, double values);

}  // namespace jacquard::cost
