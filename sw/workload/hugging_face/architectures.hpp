// SPDX-License-Identifier: Apache-2.0
// Models by what Hugging Face calls their architecture.
#pragma once

#include "jacquard/base/span.hpp"
#include "jacquard/workload/hugging_face/keys.hpp"
#include "jacquard/workload/model.hpp"

namespace jacquard::workload::hugging_face {

struct Architecture {
  const char* name;  // in "architectures"
  const char* type;  // "model_type"
  Model (*read)(const Keys&, unsigned traits);
  unsigned traits;
};

base::Span<const Architecture> architectures();

// A decoder by its keys alone.
Model read_decoder(const Keys& keys, unsigned traits);

}  // namespace jacquard::workload::hugging_face
