// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/read_real.hpp"

#ifndef __cpp_lib_to_chars
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>
#endif

namespace jacquard::base {

#ifdef __cpp_lib_to_chars
std::from_chars_result read_real(const char* begin, const char* end, double& value) {
  return std::from_chars(begin, end, value);
}
#else
std::from_chars_result read_real(const char* begin, const char* end, double& value) {
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  std::string text(begin, end);
  text = text.substr(0, text.find_first_of("xX"));  // no hexadecimal numbers
  const bool may_begin = text.find_first_of("+ \t\n\v\f\r") != 0;
  char* stop = nullptr;
  const double read = may_begin ? ::strtod_l(text.c_str(), &stop, plain) : 0;
  if (!may_begin || stop == text.c_str()) return {begin, std::errc::invalid_argument};
  const char* after = begin + (stop - text.c_str());
  const std::string taken(text.c_str(), static_cast<const char*>(stop));
  const bool is_word = taken.find_first_of("iInN") != std::string::npos;
  const std::string mantissa = taken.substr(0, taken.find_first_of("eE"));
  const bool lost = read == 0 && mantissa.find_first_of("123456789") != std::string::npos;
  if (!is_word && (lost || std::isinf(read))) return {after, std::errc::result_out_of_range};
  value = read;
  return {after, std::errc{}};
}
#endif

}  // namespace jacquard::base
