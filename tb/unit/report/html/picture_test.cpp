// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/picture.hpp"

#include <zlib.h>

#include <catch2/catch.hpp>

using namespace jacquard::report;

namespace {

std::uint32_t u32(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// Data of each chunk of that kind, every chunk's checksum being held against zlib's.
std::string chunk(const std::string& file, const std::string& kind) {
  std::string data;
  for (std::size_t at = 8; at < file.size();) {
    const std::size_t size = u32(file, at);
    const std::string body = file.substr(at + 4, size + 4);
    CHECK(u32(file, at + 8 + size) ==
          ::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size())));
    if (body.substr(0, 4) == kind) data += body.substr(4);
    at += size + 12;
  }
  return data;
}

}  // namespace

TEST_CASE("a PNG holds its picture, by zlib's reading") {
  for (const int width : {1, 7, 70'000}) {
    Picture picture(width, 3, 5);
    picture.at(width - 1, 2) = 200;
    const std::string file = png(picture, Palette{});
    CHECK(file.substr(0, 8) == "\x89PNG\r\n\x1a\n");
    const std::string header = chunk(file, "IHDR");
    CHECK(u32(header, 0) == static_cast<std::uint32_t>(width));
    CHECK(u32(header, 4) == 3);
    CHECK(chunk(file, "PLTE").size() == 3 * 256);

    const std::string packed = chunk(file, "IDAT");
    std::string lines(static_cast<std::size_t>(3 * (width + 1)), 'x');
    uLongf size = static_cast<uLongf>(lines.size());
    REQUIRE(::uncompress(reinterpret_cast<Bytef*>(lines.data()), &size,
                         reinterpret_cast<const Bytef*>(packed.data()),
                         static_cast<uLong>(packed.size())) == Z_OK);
    REQUIRE(size == lines.size());
    std::string expected;
    for (int y = 0; y < 3; ++y) expected += '\0' + std::string(static_cast<std::size_t>(width), 5);
    expected.back() = static_cast<char>(200);
    CHECK(lines == expected);
  }
}

TEST_CASE("base64 follows RFC 4648") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("viridis runs from its published first colour to its last, ever lighter") {
  CHECK(css(viridis(0)) == "#440154");
  CHECK(css(viridis(1)) == "#fde725");
  double before = -1;
  for (int i = 0; i <= 20; ++i) {
    const Colour c = viridis(i / 20.0);
    const double lightness = 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue;
    CHECK(lightness > before);
    before = lightness;
  }
}
