// SPDX-License-Identifier: Apache-2.0
// The one table between the settings of training frameworks and a job's: recipes are read by it,
// and sw/launch writes by it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::interop::recipes {

// megatron: arguments of Megatron-LM and of torchrun (megatron/training/arguments.py and the
// configurations that it makes them of). nemo: ConfigContainer of Megatron-Bridge, and the YAML of
// NeMo 1. torchtitan: its JobConfig.
enum class Framework : std::uint8_t { megatron, nemo, torchtitan };
const char* name_of(Framework framework);

enum class Kind : std::uint8_t { number, flag, text };

struct Key {
  // JSON pointer in a job. What stands below /x means several keys of a job, or a part of one.
  std::string ours;
  Kind kind = Kind::number;
  struct Theirs {
    std::string path;       // "section.name"; "" where the framework has none
    bool written = false;   // else it is only read
    bool opposite = false;  // of ours
    std::string name() const { return path.substr(path.rfind('.') + 1); }
  };
  std::array<Theirs, 3> theirs;

  const Theirs& of(Framework framework) const {
    return theirs[static_cast<std::size_t>(framework)];
  }
};

const std::vector<Key>& keys();

// What a key that the table lacks does: nothing to time and memory, or something that a job cannot
// say, or it is not known.
enum class Effect : std::uint8_t { none, some, unknown };
// `path` as in the file, with '_' for '-': "model.optim.lr", "lr_warmup_iters".
Effect effect_of(const std::string& path);

}  // namespace jacquard::interop::recipes
