// SPDX-License-Identifier: Apache-2.0
// What the expressions of a Python file are worth, as far as they are literals. Nothing of it runs.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::interop::recipes {

struct PythonObject;

// A literal; or what a call gives; or, with neither, what is computed.
struct PythonValue {
  std::optional<config::Json> literal;
  std::shared_ptr<PythonObject> object;
  std::string words;  // as they stand in the file; of an attribute that is only read none
  int line = 0;

  config::Json leaf() const {
    return literal ? *literal : config::Json::binary({words.begin(), words.end()});
  }
};

// The keyword arguments of a call, and what is assigned to its attributes. Two names for one object
// are one.
struct PythonObject {
  std::string callee;  // "run.Config" gives way to its first argument
  std::map<std::string, PythonValue> members;
};

// Follows assignments, functions of the file, and conditions of literals. What stands under other
// conditions, or in a loop, is computed. Throws ConfigError naming the line.
class PythonFile {
 public:
  PythonFile(const std::string& text, const std::string& file);
  ~PythonFile();

  // What the script itself gives to functions of others.
  std::vector<PythonValue> given();
  bool has(const std::string& function) const;
  std::optional<PythonValue> result_of(const std::string& function);
  // What each function gives that needs no argument and that no other one of the file calls.
  std::map<std::string, PythonValue> results();

 private:
  class Evaluator;
  std::unique_ptr<Evaluator> evaluator_;
};

}  // namespace jacquard::interop::recipes
