// SPDX-License-Identifier: Apache-2.0
// Faults of ASTRA-sim's inputs. Most of the code that finds one knows no file, only which it is.
#pragma once

#include <string>

#include "jacquard/base/error.hpp"

namespace jacquard::astra {

enum class InputFile { workload, system, network };

// What errors call the files.
struct FileNames {
  std::string workload = "";
  std::string system = "system configuration";
  std::string network = "network configuration";

  const std::string& of(InputFile file) const {
    return file == InputFile::workload ? workload : file == InputFile::system ? system : network;
  }
};

class InputError : public base::ConfigError {
 public:
  // A fault without a source.
  InputError(InputFile in, const base::InputFault& fault) : ConfigError(fault), file(in) {}

  base::ConfigError in(const FileNames& names) const {
    base::InputFault named = fault();
    named.source = names.of(file);
    return base::ConfigError(std::move(named));
  }

  InputFile file;
};

// Collectives or messages that nothing completes.
class Deadlock : public base::ConfigError {
  using ConfigError::ConfigError;
};

}  // namespace jacquard::astra
