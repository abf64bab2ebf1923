// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/gemm/run.hpp"

namespace jacquard::gemm {

// The request at the legal slice count with the shortest closed form, the least of equals, and with
// wang in the better direction. 1d-tp takes the chips as one row, fsdp as one column. Throws
// ConfigError as check() does.
Request at_its_best(const RunConfig& config);

}  // namespace jacquard::gemm
