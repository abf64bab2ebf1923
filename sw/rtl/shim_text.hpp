// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/base/span.hpp"

namespace jacquard::rtl {

struct ShimFile {
  const char* name;
  const char* text;
};

// The files of shim/, carried in the program: they are compiled with each model, not with us.
base::Span<const ShimFile> shim_files();

}  // namespace jacquard::rtl
