// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/energy/training_tables.hpp"

#include <array>

#include "jacquard/base/error.hpp"

namespace jacquard::serve::energy {
namespace {

constexpr std::size_t kModels = 11;
constexpr double kSequences = 3072;
constexpr double kTokens = 2048;
constexpr double kBits = 16;
// The tables' kJ are those of tebibits counted as 1e12 bits.
constexpr double kTeraPerTebi = 1e12 / (1024.0 * 1024 * 1024 * 1024);

using Groups = std::array<Group, kModels>;

// In the order of trained_models().
constexpr Groups kNvidia = {{{8, 16},
                             {8, 16},
                             {8, 16},
                             {8, 16},
                             {8, 32},
                             {8, 32},
                             {16, 64},
                             {16, 64},
                             {16, 128},
                             {16, 256},
                             {16, 256}}};
constexpr Groups k2Tb = {{{8, 16},
                          {8, 32},
                          {16, 16},
                          {16, 16},
                          {16, 16},
                          {16, 32},
                          {16, 64},
                          {16, 128},
                          {32, 128},
                          {32, 256},
                          {32, 256}}};
constexpr Groups k4Tb = {{{8, 16},
                          {8, 32},
                          {16, 16},
                          {16, 16},
                          {16, 16},
                          {16, 16},
                          {16, 32},
                          {16, 32},
                          {32, 64},
                          {32, 128},
                          {32, 128}}};
constexpr Groups k6Tb = {{{8, 16},
                          {8, 16},
                          {8, 32},
                          {16, 16},
                          {16, 16},
                          {16, 16},
                          {16, 16},
                          {16, 32},
                          {16, 32},
                          {16, 64},
                          {16, 64}}};

std::size_t index_of(const TrainedModel& model) {
  const auto& models = trained_models();
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (models[i].name == model.name) return i;
  }
  base::broken_invariant("found", __FILE__, __LINE__, "a model of the tables is among them");
}

const Groups& groups_of(Column column) {
  switch (column) {
    case Column::nvidia:
      return kNvidia;
    case Column::pfm_2tb:
      return k2Tb;
    case Column::pfm_4tb:
      return k4Tb;
    case Column::pfm_6tb:
      break;
  }
  return k6Tb;
}

// Bits of one value for every token, layer and unit of the model's width.
double bits_of_width(const TrainedModel& model) {
  return kSequences * kTokens * model.hidden * model.layers * kBits * kTeraPerTebi;
}

// What offloading moves beside 22 values, in h / 1024; 0: the cell follows no form that is known.
int offload_factor(const TrainedModel& model, Column column) {
  const std::string& m = model.name;
  if (m == "1T" || m == "2T") return 2;
  if (column == Column::nvidia && (m == "4T" || m == "7T")) return 2;
  if (column == Column::pfm_6tb && m == "4T") return 2;
  if (column == Column::pfm_4tb && (m == "26T" || m == "72T")) return 1;
  if (column == Column::pfm_6tb && m == "37T") return 1;
  return 0;
}

}  // namespace

const std::vector<TrainedModel>& trained_models() {
  // h = 1024 x {24, 32, ...}, L = 32 n for n = 4, 5, ...
  static const std::vector<TrainedModel> models = {
      {"1T", 24'576, 128},   {"2T", 32'768, 160},   {"4T", 40'960, 192},  {"7T", 50'176, 224},
      {"11T", 60'416, 256},  {"18T", 70'656, 288},  {"26T", 81'920, 320}, {"37T", 94'208, 352},
      {"53T", 106'496, 384}, {"72T", 119'808, 416}, {"96T", 134'144, 448}};
  return models;
}

const TrainedModel& trained_model(const std::string& name) {
  std::vector<std::string> known;
  for (const TrainedModel& model : trained_models()) {
    if (model.name == name) return model;
    known.push_back(model.name);
  }
  base::throw_unknown_name("model", "a model of Tables 2 to 4", name, known);
}

Group group_of(Column column, const TrainedModel& model) {
  return groups_of(column)[index_of(model)];
}

base::Joules pipeline_energy(const TrainedModel& model, Column column, Preset preset) {
  const Routes routes =
      column == Column::nvidia ? electrical_routes(preset) : photonic_routes(preset);
  // Activations go forward and their gradients back.
  return mean_route(routes, group_of(column, model).gpus) * (2 * bits_of_width(model));
}

base::Joules tensor_energy(const TrainedModel& model, Column column, Preset preset) {
  return pipeline_energy(model, column, preset) * (2.0 * group_of(column, model).tensor);
}

std::optional<base::Joules> offload_energy(const TrainedModel& model, Column column) {
  const int factor = offload_factor(model, column);
  if (factor == 0) return std::nullopt;
  const double per_bit = column == Column::nvidia ? 200e-12 : 50e-12;
  const double values = 22 + factor * model.hidden / 1024.0;
  return base::Joules{values * bits_of_width(model) * per_bit};
}

}  // namespace jacquard::serve::energy
