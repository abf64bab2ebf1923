// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/cost/authors_refuse.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::gemm {
namespace {

constexpr const char* kHint = "--mode paper has more";

void require(bool holds, const char* option, const char* expected, const std::string& found) {
  if (!holds) throw base::ConfigError({option, "", expected, found, kHint});
}

}  // namespace

void refuse_what_authors_lack(const Request& r, const MeshNetwork& network) {
  const Mesh& mesh = r.mesh;
  const Algorithm algorithm = r.algorithm;
  if (algorithm == Algorithm::wang || algorithm == Algorithm::solomonik) {
    require(false, "--algorithm", "cannon, summa, collective, meshslice, 1d-tp or fsdp",
            name_of(algorithm));
  }
  const bool formed = mesh.layers == 1 &&
                      (algorithm != Algorithm::cannon || mesh.rows == mesh.columns) &&
                      (algorithm != Algorithm::tp || mesh.rows == 1) &&
                      (algorithm != Algorithm::fsdp || mesh.columns == 1);
  if (!formed) {
    require(false, "--mesh", "one layer: cannon a square, 1d-tp a row, fsdp a column",
            text_of(mesh));
  }
  const bool slices =
      algorithm == Algorithm::meshslice ? r.slices >= 1 : r.slices == 1 || r.slices == 0;
  if (!slices) {
    require(false, "--slices",
            algorithm == Algorithm::meshslice ? "a whole number from 1 on"
                                              : "1 in mode authors, which has no other loop",
            std::to_string(r.slices));
  }
  require(network.rings == Rings::one_way, "--rings", "one-way in mode authors", "another way");
  for (const bool open : network.open) require(!open, "--open", "no open side in mode authors", "");
  for (const std::vector<int>& fold : network.folds) {
    require(fold.size() <= 2, "--fold", "two dimensions in mode authors",
            std::to_string(fold.size()));
  }
}

}  // namespace jacquard::gemm
