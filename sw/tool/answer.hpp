// SPDX-License-Identifier: Apache-2.0
// What work done in another process came to, as text that a pipe can carry.
#pragma once

#include <functional>
#include <string>

namespace jacquard::tool {

// Does the work: its text, the ConfigError it threw, or what any other exception said.
std::string sealed_answer(const std::function<std::string()>& work);

// The text of a sealed answer, or throws what the work threw: a ConfigError as it was, anything
// else as a runtime_error of the same words. Requires an answer that is whole.
std::string opened_answer(const std::string& sealed);

}  // namespace jacquard::tool
