// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/answer.hpp"

#include <stdexcept>

#include "jacquard/base/error.hpp"

namespace jacquard::tool {
namespace {

// A letter and a text, or an error's five parts apart by zeros.
constexpr char kDone = 'D', kRefused = 'R', kBroken = 'B';

std::string packed(const base::InputFault& fault) {
  std::string text(1, kRefused);
  for (const std::string* part :
       {&fault.source, &fault.where, &fault.expected, &fault.found, &fault.hint}) {
    text += *part + '\0';
  }
  return text;
}

base::InputFault unpacked(const std::string& text) {
  base::InputFault fault;
  std::size_t at = 1;
  for (std::string* part :
       {&fault.source, &fault.where, &fault.expected, &fault.found, &fault.hint}) {
    const std::size_t end = text.find('\0', at);
    *part = text.substr(at, end - at);
    at = end + 1;
  }
  return fault;
}

}  // namespace

std::string sealed_answer(const std::function<std::string()>& work) {
  try {
    return kDone + work();
  } catch (const base::ConfigError& error) {
    return packed(error.fault());
  } catch (const std::exception& error) {
    return kBroken + std::string(error.what());
  }
}

std::string opened_answer(const std::string& sealed) {
  JQ_CHECK(!sealed.empty(), "an answer begins with what kind it is");
  if (sealed[0] == kRefused) throw base::ConfigError(unpacked(sealed));
  if (sealed[0] == kBroken) throw std::runtime_error(sealed.substr(1));
  return sealed.substr(1);
}

}  // namespace jacquard::tool
