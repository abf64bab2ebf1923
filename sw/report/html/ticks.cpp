// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace jacquard::report {
namespace {

constexpr double kLetter = 0.58;  // of an em; the widest of the usual fonts

}  // namespace

std::vector<double> round_ticks(double low, double high, int most) {
  const double rough = (high - low) / most;
  const double decade = std::pow(10, std::floor(std::log10(rough) + 1e-9));
  double step = 10 * decade;
  for (const double times : {1.0, 2.0, 5.0}) {
    if (times * decade >= rough * (1 - 1e-9)) {
      step = times * decade;
      break;
    }
  }
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9);
  const double last = std::floor(high / step + 1e-9);
  for (double k = first; k <= last; k += 1) ticks.push_back(k * step + 0.0);  // never -0
  return ticks;
}

std::vector<std::string> time_names(const std::vector<double>& times_ps) {
  double longest = 0;
  for (const double t : times_ps) longest = std::max(longest, t);
  const char* unit = "ps";
  double length = 1;
  for (const char* larger : {"ns", "us", "ms", "s"}) {
    if (longest < 1000 * length) break;
    unit = larger;
    length *= 1000;
  }
  std::vector<std::string> names;
  for (const double t : times_ps) {
    names.push_back(t == 0 ? "0" : fmt::format("{:.6g} {}", t / length, unit));
  }
  return names;
}

double text_width(const std::string& text, double em) {
  // Bytes that continue a letter of UTF-8 take no room.
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80;
  });
  return kLetter * em * static_cast<double>(letters);
}

std::vector<std::string> wrapped(const std::string& text, double width, double em) {
  const auto most = static_cast<std::size_t>(std::max(4.0, width / (kLetter * em)));
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && lines.back().size() + 1 + word.size() <= most) {
      lines.back() += " " + word;
      continue;
    }
    for (; word.size() > most; word.erase(0, most)) lines.push_back(word.substr(0, most));
    lines.push_back(word);
  }
  return lines;
}

}  // namespace jacquard::report
