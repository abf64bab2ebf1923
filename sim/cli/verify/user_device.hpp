// SPDX-License-Identifier: Apache-2.0
// The user's RTL, built, and what is asked of it.
#pragma once

#include <optional>
#include <string>

#include "jacquard/rtl/second_engine.hpp"
#include "jacquard/rtl/user_models.hpp"
#include "jacquard/rtl/user_rtl.hpp"
#include "jacquard/rtl/wiring.hpp"
#include "jacquard/tool/isolated.hpp"
#include "sim/cli/verify/options.hpp"
#include "sim/verify/user_arbiter.hpp"

namespace jacquard::cli {

// Throws ConfigError for options that do not go with each other or with --rtl.
void check_own_options(const VerifyOptions& o);

// "yes", "no" or "unknown".
const char* word_for(rtl::Confirmed verdict);

// The files and parameters that the options name.
rtl::UserRtl user_sources(const VerifyOptions& o);
// Makes kTop of the wiring the design's top.
void put_behind(const rtl::Wiring& wiring, rtl::Elaborated& elaborated);
// --map, --reset, --tie, --param and --contract, and what their files say.
rtl::PortMap port_map_of(const VerifyOptions& o);

struct UserModels {
  std::string judged, traced;  // paths; one model where no coverage is asked for
};
UserModels build_models(const VerifyOptions& o, rtl::ModelSpec spec);
// Of the module that was elaborated; empty where none is asked for. Files go to `folder`.
std::optional<rtl::Coverage> coverage_of(const VerifyOptions& o, const rtl::ModelSpec& spec,
                                         const std::string& folder);

struct UserDevice {
  rtl::Elaborated elaborated;
  std::vector<rtl::ExpectedPort> expected;
  UserModels models;
  rtl::PairOrder order = rtl::PairOrder::rows;
  bool latency_known = true;
  rtl::Wiring wiring;          // of a module whose ports are not ours; else empty
  verify::ArbiterRules rules;  // of an arbiter
};

UserDevice build_user_device(const VerifyOptions& o);

// One verification from the beginning. `replay` without its dump, which is the model's.
struct UserRunOptions {
  std::string trace;
  verify::Replay replay;
  rtl::PinLog* log = nullptr;
  rtl::Coverage* coverage = nullptr;  // then it is run without a trace
};
verify::Report run_user_device(const VerifyOptions& o, const Common& common,
                               const UserDevice& device, const UserRunOptions& options,
                               const tool::Pulse& pulse);

}  // namespace jacquard::cli
