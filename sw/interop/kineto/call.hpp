// SPDX-License-Identifier: Apache-2.0
// What the arguments of an NCCL kernel say that it carries.
#pragma once

#include <optional>
#include <string>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/interop/kineto/rank.hpp"

namespace jacquard::interop {

// Whether a kernel of that name is one of NCCL's or RCCL's.
bool is_nccl_kernel(const std::string& name);

struct SaidCall {
  KinetoCall call;       // without its group
  bool nearest = false;  // the engines do not have its kind: it is the nearest of them
};

// `args` as torch::profiler::impl::saveNcclMeta writes them. Nothing where they do not say the
// kind, the size, or the peer of a message, as of a batch of messages ("coalesced"). Throws
// ConfigError for a size or a type of elements that is none.
std::optional<SaidCall> said_call(const config::Json& args, const config::Place& place);

}  // namespace jacquard::interop
