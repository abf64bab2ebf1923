// SPDX-License-Identifier: Apache-2.0
// Accesses as generic payloads. A memory moves no data, so no payload has a data pointer.
#pragma once

#include <tlm>

#include "jacquard/memory/access.hpp"

namespace jacquard::systemc {

// TLM counts a payload's bytes in 32 bits.
inline constexpr base::Bytes kLargestAccess{std::int64_t{1} << 31};

// Requires 0 < bytes <= kLargestAccess.
void set_access(const memory::Access& access, tlm::tlm_generic_payload& payload);

// Requires status_of(payload, capacity) to be OK.
memory::Access access_of(const tlm::tlm_generic_payload& payload);

// TLM_OK_RESPONSE, or why a memory of this capacity cannot serve it: a command that is neither read
// nor write, byte enables, a streaming width below the length, no byte at all, or an address beyond
// the end.
tlm::tlm_response_status status_of(const tlm::tlm_generic_payload& payload, base::Bytes capacity);

}  // namespace jacquard::systemc
