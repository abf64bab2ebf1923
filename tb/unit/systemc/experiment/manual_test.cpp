// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/gemm/chip.hpp"
#include "jacquard/schedule/schedule_config.hpp"
#include "jacquard/schedule/suite/suite.hpp"
#include "jacquard/stack/fabric.hpp"
#include "jacquard/topology/packet_switch.hpp"
#include "jacquard/topology/system.hpp"
#include "jacquard/workload/model.hpp"
#include "jacquard/workload/parallelism.hpp"
#include "support/source_tree.hpp"
#include "systemc/experiment/experiment.hpp"
#include "systemc/experiment/technologies.hpp"
#include "systemc/serve/interconnect.hpp"
#include "systemc/train/train_config.hpp"

namespace {

// What stands between the two comments. Found different? Put the output of the test's expansion
// there.
std::string generated(const std::string& name) {
  const std::string text =
      jacquard::base::read_file(jacquard::tb::in_source_tree("docs/config.md"));
  const std::string begin = "<!-- generated from the table: " + name + " -->\n";
  const auto first = text.find(begin);
  REQUIRE(first != std::string::npos);
  const auto from = first + begin.size();
  const auto last = text.find("<!-- end of generated -->", from);
  REQUIRE(last != std::string::npos);
  return text.substr(from, last - from);
}

}  // namespace

TEST_CASE("docs/config.md holds the tables of fields as they are") {
  CHECK(generated("schedule") == jacquard::schedule::schedule_fields().manual());
  CHECK(generated("suite") == jacquard::schedule::suite_fields().manual());
  CHECK(generated("system") == jacquard::topology::system_fields().manual());
  CHECK(generated("chip") == jacquard::gemm::chip_fields().manual());
  CHECK(generated("device") == jacquard::cost::device_fields().manual());
  CHECK(generated("packet_switch") == jacquard::topology::packet_switch_fields().manual());
  CHECK(generated("optical_switch") == jacquard::experiment::technology_fields().manual());
  CHECK(generated("interconnect") == jacquard::serve::interconnect_fields().manual());
  CHECK(generated("model") == jacquard::workload::model_fields().manual());
  CHECK(generated("parallelism") == jacquard::workload::parallelism_fields().manual());
  CHECK(generated("circuit_switches") == jacquard::stack::fabric_fields().manual());
  CHECK(generated("job") == jacquard::train::train_fields().manual());
  CHECK(generated("experiment") == jacquard::experiment::experiment_fields().manual());
}
