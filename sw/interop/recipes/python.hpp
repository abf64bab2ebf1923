// SPDX-License-Identifier: Apache-2.0
// Recipes in Python (NeMo 2, Megatron-Bridge), read and never run: assignments, keyword arguments
// and defaults that are literals, through the file's own functions.
#pragma once

#include <string>

#include "jacquard/interop/recipes/settings.hpp"

namespace jacquard::interop::recipes {

// "recipe.py", or "recipe.py:function".
bool is_python(const std::string& file);

// Of the function that is named, else of what the script gives to a function of others, else of
// the one function that returns a recipe. What is computed has the binary value of its words, which
// no key takes. Throws ConfigError naming the line for a syntax error, a recipe of another file
// without the degrees and batch here, and where none or several are found.
Settings read_python(const std::string& file);

}  // namespace jacquard::interop::recipes
