// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/kinds.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::gemm {
namespace {

int index_of(const std::vector<std::string>& names, const std::string& name, const char* kind,
             const std::string& source) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) base::throw_unknown_name(source, kind, name, names);
  return static_cast<int>(found - names.begin());
}

}  // namespace

const std::vector<std::string>& algorithm_names() {
  static const std::vector<std::string> names = {"cannon",    "summa", "collective", "wang",
                                                 "meshslice", "1d-tp", "fsdp",       "2.5d"};
  return names;
}

const std::string& name_of(Algorithm algorithm) {
  return base::at(algorithm_names(), static_cast<int>(algorithm));
}

Algorithm algorithm_named(const std::string& name, const std::string& source) {
  return static_cast<Algorithm>(index_of(algorithm_names(), name, "algorithm", source));
}

const std::vector<std::string>& dataflow_names() {
  static const std::vector<std::string> names = {"os", "ls", "rs"};
  return names;
}

const std::string& name_of(Dataflow dataflow) {
  return base::at(dataflow_names(), static_cast<int>(dataflow));
}

Dataflow dataflow_named(const std::string& name, const std::string& source) {
  return static_cast<Dataflow>(index_of(dataflow_names(), name, "dataflow", source));
}

}  // namespace jacquard::gemm
