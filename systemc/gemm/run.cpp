// SPDX-License-Identifier: Apache-2.0
#include "systemc/gemm/run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::gemm {
namespace {

base::Bytes shards_of(const Request& request) {
  std::int64_t values = 0;
  for (const Matrix matrix : {Matrix::a, Matrix::b, Matrix::c}) {
    const Stored all = stored(request, matrix);
    values += all.rows * all.columns / request.mesh.chips();
  }
  return base::Bytes{values * request.element_bytes};
}

// What a chip holds for the product.
base::Bytes held(const RunConfig& config, const Request& request) {
  return shards_of(request) + cost_of(request, config.chip, config.mode, config.network).buffers;
}

std::string nearest_that_fits(const RunConfig& config) {
  Request request = of_program(config.request);
  for (const int slices : legal_slices(request)) {
    if (slices <= config.request.slices) continue;
    request.slices = slices;
    if (held(config, request) <= config.chip.memory) {
      return fmt::format("--slices {} would fit", slices);
    }
  }
  return "more chips, or a smaller shape";
}

void require_room(const RunConfig& config) {
  if (config.chip.memory <= base::Bytes{0}) return;
  const base::Bytes needed = held(config, of_program(config.request));
  if (needed <= config.chip.memory) return;
  throw base::ConfigError({"--shape", "",
                           fmt::format("shards and buffers of at most {} bytes, the memory of {}",
                                       config.chip.memory.count(), config.chip.name),
                           fmt::format("{} bytes", needed.count()), nearest_that_fits(config)});
}

}  // namespace

Answer run(const RunConfig& config, const std::string& engine) {
  using run::Grain;
  const Grain grain = run::grain_of(engine);
  // The authors' closed forms round shards that are not whole down.
  if (grain != Grain::closed_forms || config.mode != Mode::authors) check(config.request);
  require_room(config);
  if (grain != Grain::messages && !config.disturbance.empty()) {
    throw base::ConfigError({"--engine", "", "event, which has links that are slow or gone",
                             engine + " with --disturbance " + config.disturbance.source, ""});
  }
  if (grain == Grain::closed_forms) return run_analytic(config);
  return grain == Grain::messages ? run_messages(config, engine) : run_cycle(config, engine);
}

}  // namespace jacquard::gemm
