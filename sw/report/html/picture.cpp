// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/picture.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::report {
namespace {

void put_u32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((value >> shift) & 0xff);
}

const Bytef* bytes_of(const std::string& text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

void put_chunk(std::string& out, const std::string& kind, const std::string& data) {
  const std::string body = kind + data;
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  out += body;
  put_u32(out, static_cast<std::uint32_t>(crc32_z(0, bytes_of(body), body.size())));
}

std::string compressed(const std::string& data) {
  uLongf size = compressBound(data.size());
  std::string out(size, '\0');
  const int status =
      compress(reinterpret_cast<Bytef*>(out.data()), &size, bytes_of(data), data.size());
  JQ_CHECK(status == Z_OK, "zlib compresses into a buffer of its own bound");
  out.resize(size);
  return out;
}

}  // namespace

Colour viridis(double share) {
  static constexpr std::uint8_t stops[][3] = {{68, 1, 84},    {71, 45, 123},  {59, 82, 139},
                                              {44, 114, 142}, {33, 145, 140}, {40, 174, 128},
                                              {94, 201, 98},  {173, 220, 48}, {253, 231, 37}};
  constexpr int last = 8;
  const double x = std::clamp(share, 0.0, 1.0) * last;
  const int below = std::min(static_cast<int>(x), last - 1);
  const double rest = x - below;
  const auto mix = [&](int c) {
    return static_cast<std::uint8_t>(
        std::lround(stops[below][c] * (1 - rest) + stops[below + 1][c] * rest));
  };
  return {mix(0), mix(1), mix(2), 255};
}

std::string css(Colour c) { return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue); }

std::string png(const Picture& picture, const Palette& palette) {
  std::string out = "\x89PNG\r\n\x1a\n";
  std::string header;
  put_u32(header, static_cast<std::uint32_t>(picture.width));
  put_u32(header, static_cast<std::uint32_t>(picture.height));
  header += {8, 3, 0, 0, 0};  // 8 bits, indexed, deflate, adaptive filters, not interlaced
  put_chunk(out, "IHDR", header);
  std::string colours, alphas, scanlines;
  for (const Colour& c : palette) {
    colours += {static_cast<char>(c.red), static_cast<char>(c.green), static_cast<char>(c.blue)};
    alphas += static_cast<char>(c.alpha);
  }
  put_chunk(out, "PLTE", colours);
  put_chunk(out, "tRNS", alphas);
  const auto width = static_cast<std::size_t>(picture.width);
  for (int y = 0; y < picture.height; ++y) {
    const auto* row = picture.pixels.data() + static_cast<std::size_t>(y) * width;
    scanlines += '\0';  // filter: none
    scanlines.append(reinterpret_cast<const char*>(row), width);
  }
  put_chunk(out, "IDAT", compressed(scanlines));
  put_chunk(out, "IEND", "");
  return out;
}

std::string base64(const std::string& bytes) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = (group << 8) | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? digits[(group >> (18 - 6 * k)) & 63] : '=';
    }
  }
  return text;
}

std::string png_uri(const Picture& picture, const Palette& palette) {
  return "data:image/png;base64," + base64(png(picture, palette));
}

}  // namespace jacquard::report
