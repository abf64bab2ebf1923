// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/palette.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

using namespace jacquard::report;
using Catch::Contains;

namespace {

// WCAG 2.1, "relative luminance" and "contrast ratio".
double luminance(const std::string& colour) {
  double sum = 0;
  const double weights[] = {0.2126, 0.7152, 0.0722};
  for (std::size_t k = 0; k < 3; ++k) {
    const double share = std::stoi(colour.substr(1 + 2 * k, 2), nullptr, 16) / 255.0;
    sum += weights[k] * (share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(const std::string& a, const std::string& b) {
  const double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
  return std::max(one, other) / std::min(one, other);
}

const Tone& tone(const std::string& name) {
  for (const Tone& t : kTones) {
    if (t.name == name) return t;
  }
  FAIL("no tone " << name);
  return kTones[0];
}

}  // namespace

TEST_CASE("the measure of contrast is that of WCAG: 21 between black and white, 1 of a colour") {
  CHECK(contrast("#000000", "#ffffff") == Approx(21));
  CHECK(contrast("#0072b2", "#0072b2") == Approx(1));
}

TEST_CASE("words can be read on every ground, light and dark") {
  for (const char* words : {"ink", "soft", "good", "mark"}) {
    for (const char* ground : {"back", "panel"}) {
      INFO(words << " on " << ground);
      CHECK(contrast(tone(words).light, tone(ground).light) >= 4.5);
      CHECK(contrast(tone(words).dark, tone(ground).dark) >= 4.5);
    }
  }
}

TEST_CASE("letters on a box can be read, also where box and letters turn dark") {
  for (std::size_t k = 0; k < kLineTones; ++k) {
    const Tone& box = tone("c" + std::to_string(k));
    const std::string ink = ink_on(box.light);
    INFO(box.name);
    CHECK(contrast(ink, box.light) >= 4.5);
    CHECK(contrast(ink == "#ffffff" ? tone("back").dark : ink, box.dark) >= 4.5);
  }
}

TEST_CASE("no line has the colour of guards") {
  for (std::size_t k = 0; k < 2 * kLineTones; ++k) {
    CHECK(line_tone(k) != std::string(kGuardTone));
    CHECK(line_tone(k) == std::string(line_tone(k + kLineTones)));
  }
  CHECK(tone("loss").light == std::string(kGuardTone));
}

TEST_CASE("each light colour of a picture has one dark twin") {
  const std::string style = picture_style();
  CHECK_THAT(style, Contains("[fill=\"#0072b2\"]{fill:#56a8e8}"));
  for (const Tone& t : kTones) {
    const std::string rule = std::string("[fill=\"") + t.light + "\"]";
    INFO(t.name);
    CHECK(style.find(rule) != std::string::npos);
    CHECK(style.find(rule) == style.rfind(rule));
  }
}
