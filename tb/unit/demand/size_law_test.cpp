// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/size_law.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "support/folder.hpp"
#include "support/source_tree.hpp"

namespace jacquard::demand {
namespace {

using base::Bytes;

double drawn_mean(const SizeLaw& law, int count) {
  base::Rng rng(1, "sizes");
  double sum = 0;
  for (int k = 0; k < count; ++k) sum += static_cast<double>(law.draw(rng).count());
  return sum / count;
}

double share_below(const SizeLaw& law, Bytes size, int count) {
  base::Rng rng(2, "sizes");
  int below = 0;
  for (int k = 0; k < count; ++k) below += law.draw(rng) <= size;
  return static_cast<double>(below) / count;
}

SizeLaw shipped(const std::string& name) {
  return read_size_law(tb::in_source_tree("configs/sizes/" + name + ".txt"));
}

}  // namespace

TEST_CASE("sizes of flows follow their law between its points", "[arrivals]") {
  const SizeLaw law({{0, 0}, {100, 0.5}, {300, 1}});
  CHECK(law.mean() == Approx(0.5 * 50 + 0.5 * 200));
  CHECK(drawn_mean(law, 200'000) == Approx(125).epsilon(0.01));
  CHECK(share_below(law, Bytes{200}, 200'000) == Approx(0.75).margin(0.005));
  base::Rng rng(1, "sizes");
  CHECK(SizeLaw::fixed(Bytes{7}).draw(rng) == Bytes{7});
  // Half of the flows have the first size, none less.
  const SizeLaw half({{10, 0.5}, {20, 1}});
  CHECK(half.mean() == Approx(12.5));
  CHECK(share_below(half, Bytes{10}, 100'000) == Approx(0.525).margin(0.01));
}

TEST_CASE("the shipped laws of sizes have the means and medians of their papers", "[arrivals]") {
  // HPCC's README and others say 1.6 to 1.7 MB of web search.
  CHECK(shipped("web_search").mean() == Approx(1.7e6).epsilon(0.03));
  // VL2: four in five flows are below 10 kB, and nearly all bytes are of flows of 100 MB to 1 GB.
  CHECK(share_below(shipped("data_mining"), Bytes{10'000}, 100'000) == Approx(0.8).margin(0.01));
  CHECK(shipped("data_mining").mean() * 0.8 < 0.01 * (1e9 - 1e8) / 2);
  // Facebook's Hadoop: 70 % below 10 kB.
  CHECK(share_below(shipped("hadoop"), Bytes{7'000}, 100'000) == Approx(0.7).margin(0.01));
}

TEST_CASE("a file of sizes says what is wrong with it, by line", "[arrivals]") {
  const tb::Folder folder;
  const auto fault = [&](const std::string& text) {
    return tb::fault_of([&] { read_size_law(folder.file("law.txt", text)); });
  };
  CHECK_THAT(fault("10 0\n20 0.5\n"), Catch::Contains("law.txt") && Catch::Contains("last share"));
  CHECK_THAT(fault("10 0\n5 100\n"), Catch::Contains("2") && Catch::Contains("do not fall"));
  CHECK_THAT(fault("10 0 1\n"), Catch::Contains("law.txt"));
  CHECK_THAT(fault("10 x\n"), Catch::Contains("law.txt"));
  CHECK_THAT(fault("# none\n"), Catch::Contains("no line"));
  CHECK(read_size_law(folder.file("law.txt", "0,0\n\n# half\n10,50\n30,100\n")).mean() ==
        Approx(0.5 * 5 + 0.5 * 20));
}

}  // namespace jacquard::demand
