// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/text.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using namespace jacquard::report;

TEST_CASE("nothing a user names can become markup") {
  CHECK(escape("<script>\"a\" & 'b'</script>\x01") ==
        "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;?");
}

TEST_CASE("counts are grouped by thousands") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(grouped(-1234) == "-1,234");
  CHECK(grouped(-123) == "-123");
}

TEST_CASE("times and sizes are shown in the largest unit that fits, to three digits") {
  CHECK(time_text(base::Picoseconds{0}) == "0 ps");
  CHECK(time_text(base::Picoseconds{999}) == "999 ps");
  CHECK(time_text(base::Picoseconds{1'000}) == "1.00 ns");
  CHECK(time_text(base::Picoseconds{12'345'678}) == "12.3 us");
  CHECK(time_text(base::Picoseconds{-2'065'519}) == "-2.07 us");
  CHECK(time_text(base::Picoseconds{5'000'000'000'000'000}) == "5000 s");
  CHECK(size_text(base::Bytes{45'000}) == "45.0 kB");
  CHECK(percent(0.98765, 2) == "98.77 %");
}

TEST_CASE("numbers are grouped rather than written with a power of ten") {
  CHECK(jacquard::report::number_text(1.0413e6) == "1,041,000");
  CHECK(jacquard::report::number_text(12'345) == "12,350");
  CHECK(jacquard::report::number_text(-1000) == "-1,000");
  CHECK(jacquard::report::number_text(0.995) == "0.995");
  CHECK(jacquard::report::number_text(0) == "0");
}

TEST_CASE("a share that rounds to nothing has no sign") {
  CHECK(jacquard::report::percent(-1e-9) == "0.0 %");
  CHECK(jacquard::report::percent(-0.01) == "-1.0 %");
}
