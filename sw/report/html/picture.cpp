// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jacquard::report {
namespace {

void put_u32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((value >> shift) & 0xff);
}

std::uint32_t crc32(const std::string& bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? 0xedb88320u : 0);
  }
  return ~crc;
}

std::uint32_t adler32(const std::string& bytes) {
  std::uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return (b << 16) | a;
}

void put_chunk(std::string& out, const std::string& kind, const std::string& data) {
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  out += kind + data;
  put_u32(out, crc32(kind + data));
}

// A zlib stream (RFC 1950) of stored deflate blocks (RFC 1951, 3.2.4).
std::string stored_zlib(const std::string& data) {
  constexpr std::size_t most = 0xffff;
  std::string out = "\x78\x01";
  std::size_t at = 0;
  do {
    const std::size_t size = std::min(most, data.size() - at);
    out += at + size == data.size() ? '\x01' : '\x00';
    for (const std::size_t word : {size, ~size}) {
      out += static_cast<char>(word & 0xff);
      out += static_cast<char>((word >> 8) & 0xff);
    }
    out += data.substr(at, size);
    at += size;
  } while (at < data.size());
  put_u32(out, adler32(data));
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
  put_chunk(out, "IDAT", stored_zlib(scanlines));
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
