// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/palette.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

constexpr std::string_view kFirstLine = "c0";

std::size_t first_line_tone() {
  std::size_t at = 0;
  while (kTones[at].name != kFirstLine) ++at;
  return at;
}

// A light colour may have several names; the first one's twin counts.
bool repeats(std::size_t tone) {
  for (std::size_t t = 0; t < tone; ++t) {
    if (std::string_view(kTones[t].light) == kTones[tone].light) return true;
  }
  return false;
}

}  // namespace

const char* line_tone(std::size_t k) { return kTones[first_line_tone() + k % kLineTones].light; }

const char* ink_on(const std::string& colour) {
  constexpr double kReadable = 4.5;  // WCAG 2.1, AA
  const auto part = [&](std::size_t at) {
    const double share = std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  if (colour.size() != 7) return "#1b1f24";
  const double luminance = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
  // Of kTones, white alone has a twin; the nearly black one stays, since dark twins are pale.
  return 1.05 / (luminance + 0.05) >= kReadable ? "#ffffff" : "#010409";
}

std::string palette_variables() {
  std::string light, dark;
  for (const Tone& tone : kTones) {
    light += fmt::format(" --{}: {};", tone.name, tone.light);
    dark += fmt::format(" --{}: {};", tone.name, tone.dark);
  }
  return ":root { color-scheme: light dark;" + light +
         " }\n@media (prefers-color-scheme: dark) { :root {" + dark + " } }\n";
}

std::string dark_twins() {
  std::string dark;
  for (std::size_t t = 0; t < kTones.size(); ++t) {
    if (repeats(t)) continue;
    dark += fmt::format("[fill=\"{0}\"]{{fill:{1}}}[stroke=\"{0}\"]{{stroke:{1}}}\n",
                        kTones[t].light, kTones[t].dark);
  }
  return "@media (prefers-color-scheme: dark) {\n" + dark + "}\n";
}

std::string picture_style() { return "<style>\n" + dark_twins() + "</style>\n"; }

std::string picture_head(double width, double height, const std::string& title) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
             "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"system-ui, Arial, sans-serif\" "
             "font-size=\"13\" fill=\"#1b1f24\" role=\"img\">\n<title>{2}</title>\n",
             width, height, escape(title)) +
         picture_style() + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
}

}  // namespace jacquard::report
