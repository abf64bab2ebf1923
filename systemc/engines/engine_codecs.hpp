// SPDX-License-Identifier: Apache-2.0
// Words that say on which engine, and how, a configuration is run.
#pragma once

#include <string>

#include "jacquard/collective/request.hpp"
#include "jacquard/config/codec.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::run {

config::Codec<std::string> engine_codec();
config::Codec<engine::Mode> mode_codec();
config::Codec<engine::Symmetry> symmetry_codec();
config::Codec<engine::Order> order_codec();
config::Codec<collective::Spread> spread_codec();

}  // namespace jacquard::run
