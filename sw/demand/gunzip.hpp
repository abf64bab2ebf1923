// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/demand/line_reader.hpp"

namespace jacquard::demand {

// The bytes of `packed` unpacked if they begin as gzip (RFC 1952, several members too), else as
// they are. Reading throws ConfigError naming `name` if the gzip data is damaged or cut off.
ReadBytes unpack_gzip(ReadBytes packed, const std::string& name);

}  // namespace jacquard::demand
