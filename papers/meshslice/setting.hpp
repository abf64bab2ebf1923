// SPDX-License-Identifier: Apache-2.0
// What MeshSlice s5 compares: two models' fully connected layers on meshes of one chip, every
// algorithm at its best.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "jacquard/gemm/tune/tune.hpp"

namespace jacquard::studies::meshslice {

struct Subject {
  const char* name;     // as the paper writes it
  std::int64_t hidden;  // s4.4; heads: Brown et al. 2020 table 2.1, Smith et al. 2022 s3
  std::int64_t heads;
};
inline constexpr std::array<Subject, 2> kSubjects = {
    {{"GPT-3", 12'288, 96}, {"Megatron-NLG", 20'480, 128}}};
// The one whose name ends an id: "meshslice.table2/GPT-3".
const Subject& subject_of(const std::string& id);

inline constexpr std::int64_t kSequence = 2048;  // s5.1.1
// s5.1.1: half as many sequences as chips.
constexpr std::int64_t weak_batch(int chips) { return chips / 2; }
inline constexpr std::int64_t kStrongBatch = 32;  // s5.1.3

// A shipped chip. Its memory bounds nothing: the paper looks at none.
gemm::Chip shipped_chip(const std::string& name);
inline constexpr const char* kFit = "tpu-v4-sim";  // calibrated on the paper's own figures
inline constexpr const char* kPod = "tpu-v4";      // what the authors measured on a pod

// The paper's block of a subject by the paper's rule, on all meshes of so many chips, with every
// choice of what stays and every slice count.
gemm::Question question_of(const Subject& subject, int chips, std::int64_t batch,
                           gemm::Algorithm algorithm, const gemm::Chip& chip);

// Nothing where the algorithm has no mesh of so many chips (Cannon's are squares).
std::optional<gemm::TunedBlock> best_block(const gemm::Question& question);

// By utilisation: of a subject's block, at its best, weakly scaled; 0 where there is none.
double weak_utilisation(const Subject& subject, int chips, gemm::Algorithm algorithm,
                        const gemm::Chip& chip);

}  // namespace jacquard::studies::meshslice
