// SPDX-License-Identifier: Apache-2.0
// Accesses as generic payloads. A memory moves no data, so no payload has a data pointer.
#pragma once

#include <tlm>

#include "jacquard/memory/access.hpp"

namespace jacquard::systemc {

// TLM counts a payload's bytes in 32 bits.
inline constexpr base::Bytes kLargestAccess{std::int64_t{1} << 31};

// A memory that books accesses says when it let one enter, in a payload that has this extension.
struct Entered : tlm::tlm_extension<Entered> {
  base::Picoseconds at{0};

  tlm_extension_base* clone() const override { return new Entered(*this); }
  void copy_from(const tlm_extension_base& other) override {
    at = static_cast<const Entered&>(other).at;
  }
};

// Requires 0 < bytes <= kLargestAccess.
void set_access(const memory::Access& access, tlm::tlm_generic_payload& payload);

// Requires status_of(payload, capacity) to be OK.
memory::Access access_of(const tlm::tlm_generic_payload& payload);

// TLM_OK_RESPONSE, or why a memory of this capacity cannot serve it: a command that is neither read
// nor write, byte enables, a streaming width below the length, no byte at all, or an address beyond
// the end.
tlm::tlm_response_status status_of(const tlm::tlm_generic_payload& payload, base::Bytes capacity);

}  // namespace jacquard::systemc
