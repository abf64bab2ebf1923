// SPDX-License-Identifier: Apache-2.0
// Tiers of appliances against closed forms.
#include "systemc/photonic/scale_out.hpp"

#include <catch2/catch.hpp>

#include "systemc/photonic/support.hpp"

namespace jacquard::systemc {
namespace {

std::unique_ptr<schedule::Arbiter> as_named(int /*ports*/) { return nullptr; }

ScaleOutFigures run(const ScaleOut& scale_out, const ApplianceCollective& collective) {
  return run_scale_out(ideal_appliance(), scale_out, collective, 1, as_named);
}

ScaleOut of(int appliances) {
  ScaleOut scale_out;
  scale_out.appliances = appliances;
  return scale_out;
}

}  // namespace

TEST_CASE("One appliance needs no second tier") {
  ApplianceCollective collective;
  const ScaleOutFigures figures = run(of(1), collective);
  CHECK(figures.between.count() == 0);
  CHECK(figures.all.time == run_collective(ideal_appliance(), collective, 1).time);
}

TEST_CASE("Tiered appliances take the sum of their stages, within 6 % of the closed form") {
  for (const int appliances : {2, 8, 16}) {
    for (const auto algorithm : {ApplianceAlgorithm::shared_memory, ApplianceAlgorithm::ring}) {
      ApplianceCollective collective;
      collective.algorithm = algorithm;
      const ScaleOut scale_out = of(appliances);
      const ScaleOutFigures figures = run(scale_out, collective);
      const CollectiveForm form = closed_form(ideal_appliance(), scale_out, collective);
      CAPTURE(appliances);
      CHECK(figures.all.time / form.time == Approx(1).margin(0.06));
      CHECK(figures.between < figures.all.time);
    }
  }
}

// 2 (A - 1) / A of an XPU's part of the data, over payload's share of the uplink.
TEST_CASE("The second tier is bound by its uplinks where the data is large") {
  ApplianceCollective collective;
  collective.algorithm = ApplianceAlgorithm::ring;
  collective.bytes = base::Bytes{1 << 26};
  ScaleOut scale_out = of(8);
  scale_out.uplink = base::BitsPerSecond{1'800'000'000'000};
  const ScaleOutFigures figures = run(scale_out, collective);
  const double part = (1 << 26) / 16.0, payload = 225e9 * 256 / 268;
  const double least = 2 * 7.0 / 8 * part / payload;
  CHECK(base::to_seconds(figures.between).count() > least);
  CHECK(base::to_seconds(figures.between).count() < 1.15 * least);
}

TEST_CASE("A collective that several appliances do not do is refused") {
  const auto place = [](ScaleOut scale_out, ApplianceCollective collective) {
    try {
      require_consistent(scale_out, collective, ideal_appliance(), config::Place{"e", ""});
    } catch (const base::ConfigError& error) {
      return error.fault().where;
    }
    return std::string("nothing refused");
  };
  ApplianceCollective gather;
  gather.kind = rounds::CollectiveKind::all_gather;
  CHECK(place(of(2), gather) == "/collective");
  CHECK(place(of(1), gather) == "nothing refused");
  ApplianceCollective odd;
  odd.bytes = base::Bytes{16 * 7};
  CHECK(place(of(8), odd) == "/bytes");
  ScaleOut slow = of(8);
  slow.uplink = base::BitsPerSecond{1'000'000'001};
  CHECK(place(slow, {}) == "/uplink");
}

}  // namespace jacquard::systemc
