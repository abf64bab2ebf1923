// SPDX-License-Identifier: Apache-2.0
// Catch2 3 under the name of the single header of Catch2 2, with the names that tests use of it.
// Only a build that finds Catch2 3 has this folder on its path (tb/CMakeLists.txt).
#pragma once

#include <catch2/catch_all.hpp>
#include <string>

using Catch::Approx;

namespace Catch {

// In Catch2 3, Matchers::Contains asks a range for an element.
inline auto Contains(const std::string& text, CaseSensitive sensitive = CaseSensitive::Yes) {
  return Matchers::ContainsSubstring(text, sensitive);
}
using Matchers::EndsWith;
using Matchers::Matches;
using Matchers::StartsWith;

}  // namespace Catch
