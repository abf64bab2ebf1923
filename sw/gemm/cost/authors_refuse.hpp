// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/mesh_network.hpp"
#include "jacquard/gemm/request.hpp"

namespace jacquard::gemm {

// Throws ConfigError for what authors_time() has no form of.
void refuse_what_authors_lack(const Request& request, const MeshNetwork& network);

}  // namespace jacquard::gemm
