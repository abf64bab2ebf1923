// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/config/json_reader.hpp"
#include "jacquard/search/environment.hpp"

namespace jacquard::searching {

// As it goes from one process to another: the same bits arrive, of numbers that JSON has not too.
config::Document as_json(const search::Measured& measured);
search::Measured measured_of(const config::Document& json);

}  // namespace jacquard::searching
