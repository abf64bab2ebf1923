// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/expert_exchange.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

namespace jacquard::cost {
namespace {

Device h100() {
  Device device;
  device.architecture = "hopper";
  device.processors = 132;
  device.link = base::BytesPerSecond{450e9};
  return device;
}

// DeepSeek-V3's exchange.
ExpertExchange exchange(ExchangeMode mode, int nodes, double tokens) {
  ExpertExchange e;
  e.mode = mode;
  e.nodes = nodes;
  e.hidden = 7168;
  e.tokens = tokens;
  e.top_k = 8;
  e.experts = 256;
  return e;
}

double dispatch_us(const ExpertExchange& e) { return dispatch_time(h100(), e).count() * 1e6; }
double combine_us(const ExpertExchange& e) { return combine_time(h100(), e).count() * 1e6; }

// Mean over every choice of top_k different experts.
double counted(int top_k, int experts, int places) {
  double reached = 0;
  int choices = 0;
  for (unsigned set = 0; set < 1U << static_cast<unsigned>(experts); ++set) {
    std::set<int> at;
    int size = 0;
    for (int expert = 0; expert < experts; ++expert) {
      if ((set >> static_cast<unsigned>(expert) & 1U) == 0) continue;
      ++size;
      at.insert(expert / (experts / places));
    }
    if (size != top_k) continue;
    ++choices;
    reached += static_cast<double>(at.size());
  }
  return reached / choices;
}

}  // namespace

TEST_CASE("a token reaches as many places as a count of all choices says") {
  for (const int experts : {4, 8, 12}) {
    for (const int places : {1, 2, 4}) {
      for (int top_k = 1; top_k <= experts; ++top_k) {
        CAPTURE(experts, places, top_k);
        CHECK(places_reached(top_k, experts, places) ==
              Approx(counted(top_k, experts, places)).epsilon(1e-12));
      }
    }
  }
  CHECK(places_reached(3, 8, 16) == 3);
}

TEST_CASE("no tokens take no time") {
  for (const auto mode : {ExchangeMode::normal, ExchangeMode::low_latency}) {
    CHECK(dispatch_us(exchange(mode, 1, 0)) == 0);
    CHECK(combine_us(exchange(mode, 4, 0)) == 0);
  }
}

// DeepEP on H100 with 400 Gb/s each, of the AIConfigurator project (Apache-2.0).
TEST_CASE("exchanges take as long as they were measured to take") {
  struct Measured {
    ExchangeMode mode;
    int nodes;
    double tokens;
    int processors;
    double dispatch;
    double combine;
  };
  const Measured all[] = {
      {ExchangeMode::normal, 1, 1, 24, 26.2, 48.2},
      {ExchangeMode::normal, 1, 4096, 24, 498, 961},
      {ExchangeMode::normal, 1, 4096, 4, 2069, 3897},
      {ExchangeMode::normal, 4, 16384, 20, 7028, 13809},
      {ExchangeMode::normal, 8, 16384, 20, 24361, 49084},
      {ExchangeMode::low_latency, 1, 1, 24, 13.2, 14.4},
      {ExchangeMode::low_latency, 1, 1024, 24, 224, 489},
      {ExchangeMode::low_latency, 8, 128, 24, 166.8, 304.7},
  };
  for (const Measured& m : all) {
    ExpertExchange e = exchange(m.mode, m.nodes, m.tokens);
    e.processors = m.processors;
    CAPTURE(m.nodes, m.tokens, m.processors);
    CHECK(dispatch_us(e) == Approx(m.dispatch).epsilon(0.12));
    CHECK(combine_us(e) == Approx(m.combine).epsilon(0.12));
  }
}

// The same on 8 B200.
TEST_CASE("exchanges of B200 take as long as they were measured to take") {
  Device b200 = h100();
  b200.architecture = "blackwell";
  b200.processors = 148;
  b200.link = base::BytesPerSecond{900e9};
  const struct {
    ExchangeMode mode;
    double tokens;
    int processors;
    double dispatch;
    double combine;
  } all[] = {
      {ExchangeMode::normal, 1, 24, 33.5, 54.2},
      {ExchangeMode::normal, 4096, 24, 440, 756},
      {ExchangeMode::normal, 4096, 4, 2158, 3567},
      {ExchangeMode::low_latency, 1, 24, 22.1, 22.1},
      {ExchangeMode::low_latency, 128, 24, 33.0, 40.9},
      {ExchangeMode::low_latency, 1024, 24, 129.6, 189.3},
  };
  for (const auto& m : all) {
    ExpertExchange e = exchange(m.mode, 1, m.tokens);
    e.processors = m.processors;
    CAPTURE(m.tokens, m.processors);
    CHECK(dispatch_time(b200, e).count() * 1e6 == Approx(m.dispatch).epsilon(0.12));
    CHECK(combine_time(b200, e).count() * 1e6 == Approx(m.combine).epsilon(0.12));
  }
}

TEST_CASE("many tokens go at the bandwidth of the link or of the network, and no faster") {
  for (const auto mode : {ExchangeMode::normal, ExchangeMode::low_latency}) {
    for (const int nodes : {1, 2, 4}) {
      const double tokens = 1 << 22;
      ExpertExchange e = exchange(mode, nodes, tokens);
      e.processors = 132;
      const bool normal = mode == ExchangeMode::normal;
      const double copies = normal ? places_reached(8, 256, 8 * nodes) : 8;
      const double far = (normal ? places_reached(8, 256, nodes) : 8) * (1 - 1.0 / nodes);
      const double bytes = 7168 * 2.0 * tokens;
      const double least = std::max(bytes * copies / 450e3, bytes * far / 50e3);
      CAPTURE(normal, nodes);
      CHECK(combine_us(e) > least);
      CHECK(combine_us(e) < 2.1 * least);
    }
  }
}

TEST_CASE("fewer processors, more tokens or more values take longer") {
  for (const auto mode : {ExchangeMode::normal, ExchangeMode::low_latency}) {
    for (const int nodes : {1, 2, 8}) {
      double before = 0;
      for (double tokens = 1; tokens < 1e7; tokens *= 1.5) {
        const ExpertExchange e = exchange(mode, nodes, tokens);
        CHECK(dispatch_us(e) > before);
        before = dispatch_us(e);
        ExpertExchange wider = e;
        wider.hidden *= 2;
        CHECK(dispatch_us(wider) > dispatch_us(e));
        ExpertExchange unquantised = e;
        unquantised.fp8_dispatch = false;
        CHECK(dispatch_us(unquantised) > dispatch_us(e));
        ExpertExchange fewer = e;
        fewer.processors = 4;
        CHECK(combine_us(fewer) >= combine_us(e));
      }
    }
  }
}

}  // namespace jacquard::cost
