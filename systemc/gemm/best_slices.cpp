// SPDX-License-Identifier: Apache-2.0
#include "systemc/gemm/best_slices.hpp"

#include <optional>

#include "jacquard/base/error.hpp"

namespace jacquard::gemm {
namespace {

// What cannot lie on the mesh as it is lies on all its chips in a line.
Mesh mesh_of(const Request& request) {
  const int chips = request.mesh.chips();
  if (request.algorithm == Algorithm::tp) return {1, chips, 1};
  if (request.algorithm == Algorithm::fsdp) return {chips, 1, 1};
  return request.mesh;
}

}  // namespace

Request at_its_best(const RunConfig& config) {
  Request request = config.request;
  request.mesh = mesh_of(request);
  request.slices = 1;
  request.overlapped.reset();
  std::vector<std::optional<Direction>> directions = {std::nullopt};
  if (request.algorithm == Algorithm::wang) directions = {Direction::row, Direction::column};
  std::optional<Request> best;
  base::Seconds shortest{0};
  for (const auto& direction : directions) {
    request.overlapped = direction;
    for (const int slices : legal_slices(request)) {
      Request tried = request;
      tried.slices = slices;
      if (illegal(tried)) continue;
      const base::Seconds time = cost_of(tried, config.chip, config.mode, config.network).time;
      if (best && !(time < shortest)) continue;
      best = tried;
      shortest = time;
    }
  }
  if (!best) check(request);
  return best ? *best : request;
}

}  // namespace jacquard::gemm
