// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/energy/training_tables.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/base/data_path.hpp"
#include "jacquard/config/json_reader.hpp"

namespace jacquard::serve::energy {
namespace {

// The rows of a table as the paper prints them, in kJ.
config::Json printed(const std::string& id) {
  const config::Json papers = config::read_json(base::data_path("configs/papers/published.json"));
  for (const config::Json& number : papers.at("pfa")) {
    if (number.at("id") == id) return number.at("value");
  }
  FAIL("no " << id);
  return {};
}

double kj(base::Joules energy) { return energy.count() / 1e3; }

template <class Energy>
int cells_within(const std::string& id, double bound, const Energy& energy) {
  const config::Json table = printed(id);
  int within = 0;
  for (const TrainedModel& model : trained_models()) {
    for (std::size_t column = 0; column < 4; ++column) {
      const double paper = table.at(model.name).at(column).get<double>();
      within += std::abs(kj(energy(model, kColumns[column])) - paper) <= bound ? 1 : 0;
    }
  }
  return within;
}

}  // namespace

TEST_CASE("all 88 cells of Tables 2 and 4 follow from routes and groups to 0.01 kJ") {
  CHECK(cells_within("pfa.table2_tp_kj", 0.01, [](const TrainedModel& model, Column column) {
          return tensor_energy(model, column, Preset::paper);
        }) == 44);
  CHECK(cells_within("pfa.table4_pp_kj", 0.01, [](const TrainedModel& model, Column column) {
          return pipeline_energy(model, column, Preset::paper);
        }) == 44);
}

TEST_CASE("14 cells of Table 3 follow a form to 5e-4, and no others are claimed") {
  const config::Json table = printed("pfa.table3_offload_kj");
  int derived = 0;
  for (const TrainedModel& model : trained_models()) {
    for (std::size_t column = 0; column < 4; ++column) {
      const auto energy = offload_energy(model, kColumns[column]);
      if (!energy) continue;
      ++derived;
      CHECK(kj(*energy) == Approx(table.at(model.name).at(column).get<double>()).epsilon(5e-4));
    }
  }
  CHECK(derived == 14);
}

TEST_CASE("models of the tables have the parameters of their names") {
  // A transformer has 12 h^2 L of them, near enough.
  for (const TrainedModel& model : trained_models()) {
    const double parameters = 12.0 * model.hidden * model.hidden * model.layers;
    CHECK(parameters == Approx(std::stod(model.name) * 1e12).epsilon(0.1));
  }
}

TEST_CASE("a mean route weighs trays, racks and what is beyond") {
  const Routes routes{base::Joules{1}, base::Joules{10}, base::Joules{100}};
  CHECK(mean_route(routes, 2).count() == 1);
  CHECK(mean_route(routes, 8).count() == 1);
  CHECK(mean_route(routes, 9).count() == Approx((7 + 10) / 8.0));
  CHECK(mean_route(routes, 64).count() == Approx((7 + 560) / 63.0));
  CHECK(mean_route(routes, 128).count() == Approx((7 + 560 + 6400) / 127.0));
}

TEST_CASE("figures of 2025 cost less than the paper's, and photonics still less than Ethernet") {
  for (const TrainedModel& model : trained_models()) {
    for (const Column column : kColumns) {
      CHECK(tensor_energy(model, column, Preset::of_2025) <
            tensor_energy(model, column, Preset::paper));
    }
    CHECK(tensor_energy(model, Column::pfm_2tb, Preset::of_2025) <
          tensor_energy(model, Column::nvidia, Preset::of_2025));
  }
}

}  // namespace jacquard::serve::energy
