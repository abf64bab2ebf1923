// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::report {

struct Colour {
  std::uint8_t red, green, blue, alpha;
};

// A picture of palette indices, row-major.
struct Picture {
  int width;
  int height;
  std::vector<std::uint8_t> pixels;

  Picture(int w, int h, std::uint8_t fill)
      : width(w),
        height(h),
        pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), fill) {}
  std::uint8_t& at(int x, int y) { return pixels[base::cell(y, x, width)]; }
};

using Palette = std::array<Colour, 256>;

// A step of the viridis colour map (Smith & van der Walt 2015), which orders by lightness for every
// kind of colour vision; share in 0..1.
Colour viridis(double share);
std::string css(Colour colour);

// The bytes of an indexed PNG, and the same as a data: URI.
std::string png(const Picture& picture, const Palette& palette);
std::string png_uri(const Picture& picture, const Palette& palette);

std::string base64(const std::string& bytes);

}  // namespace jacquard::report
