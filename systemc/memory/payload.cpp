// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/payload.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {

using memory::Direction;

void set_access(const memory::Access& access, tlm::tlm_generic_payload& payload) {
  JQ_CHECK(access.bytes.count() > 0 && access.bytes <= kLargestAccess,
           "an access has 1 byte to 2 GiB");
  const auto length = static_cast<unsigned>(access.bytes.count());
  payload.set_command(access.direction == Direction::read ? tlm::TLM_READ_COMMAND
                                                          : tlm::TLM_WRITE_COMMAND);
  payload.set_address(access.address);
  payload.set_data_ptr(nullptr);
  payload.set_data_length(length);
  payload.set_streaming_width(length);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
}

memory::Access access_of(const tlm::tlm_generic_payload& payload) {
  return {payload.get_address(), base::Bytes{payload.get_data_length()},
          payload.is_read() ? Direction::read : Direction::write};
}

tlm::tlm_response_status status_of(const tlm::tlm_generic_payload& payload, base::Bytes capacity) {
  const auto end = static_cast<std::uint64_t>(capacity.count());
  const unsigned length = payload.get_data_length();
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (length == 0 || payload.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (length > end || payload.get_address() > end - length) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

}  // namespace jacquard::systemc
