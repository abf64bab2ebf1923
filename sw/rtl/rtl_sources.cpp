// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/rtl_sources.hpp"

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::rtl {
namespace {

struct Entry {
  const char* top;
  std::vector<const char*> files;
};

const Entry kTops[] = {
    {"jq_scheduler",
     {"bvn/jq_bvn_parity.sv", "bvn/jq_bvn_unit.sv", "bvn/jq_bvn_ladder_diagonal.sv",
      "bvn/jq_bvn_ladder.sv", "bvn/jq_bvn_minhold.sv", "bvn/jq_shift_tree.sv",
      "bvn/jq_shift_digit.sv", "bvn/jq_shift.sv", "bvn/jq_few_lane.sv", "bvn/jq_few.sv",
      "bvn/jq_choose_lines.sv", "bvn/jq_choose.sv", "bvn/jq_chooser.sv", "bvn/jq_scheduler.sv"}},
    {"jq_slot_arbiter", {"arbiter/jq_wwfa.sv", "arbiter/jq_slot_arbiter.sv"}},
    {"jq_crossbar", {"crossbar/jq_crossbar.sv"}},
};

}  // namespace

std::vector<std::string> rtl_sources(const std::string& top) {
  const std::string folder = base::data_path("rtl") + "/";
  for (const Entry& entry : kTops) {
    if (top != entry.top) continue;
    std::vector<std::string> files;
    for (const char* file : entry.files) files.push_back(folder + file);
    return files;
  }
  JQ_CHECK(false, "a top module of ours");
  return {};
}

}  // namespace jacquard::rtl
