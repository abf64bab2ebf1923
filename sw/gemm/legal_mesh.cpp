// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/legal_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "jacquard/base/at.hpp"

namespace jacquard::gemm {
namespace {

// Nothing where the algorithm takes this mesh; otherwise what it takes.
const char* wrong_form(Algorithm algorithm, const Mesh& mesh) {
  const bool flat = mesh.layers == 1;
  switch (algorithm) {
    case Algorithm::cannon:
      return flat && mesh.rows == mesh.columns ? nullptr : "a square mesh of one layer for cannon";
    case Algorithm::solomonik:
      return mesh.rows == mesh.columns && mesh.rows % mesh.layers == 0
                 ? nullptr
                 : "square layers for 2.5d, whose number divides their side";
    case Algorithm::tp:
      return flat && mesh.rows == 1 ? nullptr : "one row of chips for 1d-tp";
    case Algorithm::fsdp:
      return flat && mesh.columns == 1 ? nullptr : "one column of chips for fsdp";
    default:
      return flat ? nullptr : "one layer (more are for 2.5d)";
  }
}

// A side of the product that must be whole parts.
struct Cut {
  char side;  // 'm', 'n' or 'k' of the program
  std::int64_t size;
  std::int64_t parts;
  const char* by;
};

std::array<Cut, 6> cuts(const Request& r, const Mesh& mesh) {
  const auto [m, n, k] = r.shape;
  const bool ls = r.dataflow == Dataflow::ls;
  const bool rs = r.dataflow == Dataflow::rs;
  return {{{'m', m, mesh.rows, "rows"},
           {'n', n, mesh.columns, "columns"},
           {'k', k, rs ? 1 : mesh.columns, "columns"},
           {'k', k, ls ? 1 : mesh.rows, "rows"},
           {'n', n, ls ? mesh.rows : 1, "rows"},
           {'m', m, rs ? mesh.columns : 1, "columns"}}};
}

bool fits(const Request& r, const Mesh& mesh) {
  const auto all = cuts(r, mesh);
  return std::all_of(all.begin(), all.end(),
                     [](const Cut& cut) { return cut.size % cut.parts == 0; });
}

// Sides count by their ratios.
double distance(const Mesh& a, const Mesh& b) {
  double sum = 0;
  for (const Direction d : {Direction::row, Direction::column, Direction::depth}) {
    const double doublings = std::log2(static_cast<double>(a.size(d)) / b.size(d));
    sum += doublings * doublings;
  }
  return sum;
}

// Of as many chips, that the algorithm takes and the sides allow.
std::optional<Mesh> nearest_mesh(const Request& r) {
  std::optional<Mesh> best;
  const auto offer = [&](const Mesh& mesh) {
    if (wrong_form(r.algorithm, mesh) != nullptr || !fits(r, mesh)) return;
    if (!best || distance(mesh, r.mesh) < distance(*best, r.mesh)) best = mesh;
  };
  const bool layered = r.algorithm == Algorithm::solomonik;
  for (const std::int64_t layers : divisors(layered ? r.mesh.chips() : 1)) {
    const std::int64_t chips = r.mesh.chips() / layers;
    for (const std::int64_t rows : divisors(chips)) {
      offer({static_cast<int>(rows), static_cast<int>(chips / rows), static_cast<int>(layers)});
    }
  }
  return best;
}

// Of another number of chips, that the algorithm takes and, if any does, the sides allow.
Mesh nearest_form(const Request& r) {
  const double plane = static_cast<double>(r.mesh.rows) * r.mesh.columns;
  const int nearest = std::max(1, static_cast<int>(std::lround(std::sqrt(plane))));
  int side = nearest;
  for (int off = 0; off <= nearest; ++off) {
    const auto allowed = [&](int s) { return s >= 1 && fits(r, {s, s, 1}); };
    if (!allowed(nearest - off) && !allowed(nearest + off)) continue;
    side = allowed(nearest - off) ? nearest - off : nearest + off;
    break;
  }
  const int layers = r.algorithm == Algorithm::solomonik
                         ? static_cast<int>(nearest_divisor(side, r.mesh.layers, side))
                         : 1;
  return {side, side, layers};
}

}  // namespace

char user_side(char side, const Request& original) {
  if (!original.transposed || side == 'k') return side;
  return side == 'm' ? 'n' : 'm';
}

std::vector<std::int64_t> divisors(std::int64_t number) {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> high;
  for (std::int64_t d = 1; d * d <= number; ++d) {
    if (number % d != 0) continue;
    low.push_back(d);
    if (d * d != number) high.push_back(number / d);
  }
  low.insert(low.end(), high.rbegin(), high.rend());
  return low;
}

std::int64_t nearest_divisor(std::int64_t number, std::int64_t wanted, std::int64_t most) {
  std::int64_t best = 1;
  for (const std::int64_t d : divisors(number)) {
    if (d <= most && std::abs(d - wanted) < std::abs(best - wanted)) best = d;
  }
  return best;
}

std::optional<base::InputFault> illegal_mesh(const Request& request, const Request& original) {
  const auto nearest_hint = [](const Mesh& mesh) { return "nearest is " + text_of(mesh); };
  if (const char* expected = wrong_form(request.algorithm, request.mesh)) {
    const Mesh nearest = nearest_mesh(request).value_or(nearest_form(request));
    return base::InputFault{"--mesh", "", expected, text_of(request.mesh), nearest_hint(nearest)};
  }
  if (steps_by_itself(request) > kMostSteps) {
    return base::InputFault{"--mesh", "",
                            fmt::format("at most {} sends or panels in a loop", kMostSteps),
                            text_of(request.mesh), ""};
  }
  const auto all = cuts(request, request.mesh);
  for (const Cut& cut : all) {
    if (cut.size % cut.parts == 0) continue;
    const char side = user_side(cut.side, original);
    std::int64_t parts = 1;
    for (const Cut& other : all) {
      if (other.side == cut.side) parts = std::lcm(parts, other.parts);
    }
    const std::int64_t multiple = std::max<std::int64_t>(1, (cut.size + parts / 2) / parts) * parts;
    const auto mesh = nearest_mesh(request);
    return base::InputFault{"--mesh", "",
                            fmt::format("{} that divide {} = {}", cut.by, side, cut.size),
                            text_of(request.mesh),
                            mesh ? nearest_hint(*mesh)
                                 : fmt::format("no mesh of {} chips does; the nearest {} is {}",
                                               request.mesh.chips(), side, multiple)};
  }
  return {};
}

}  // namespace jacquard::gemm
