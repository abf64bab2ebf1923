// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/setting.hpp"

#include <cmath>
#include <limits>

#include "jacquard/base/error.hpp"

namespace jacquard::studies::meshslice {

const Subject& subject_of(const std::string& id) {
  for (const Subject& subject : kSubjects) {
    const std::string name = subject.name;
    if (id.size() >= name.size() && id.compare(id.size() - name.size(), name.size(), name) == 0) {
      return subject;
    }
  }
  throw base::ConfigError({"repro", "", "an id that ends in GPT-3 or Megatron-NLG", id, ""});
}

gemm::Chip shipped_chip(const std::string& name) {
  gemm::Chip chip = gemm::chip_of(name, {"--chip", ""});
  chip.memory = base::Bytes{std::numeric_limits<std::int64_t>::max()};
  return chip;
}

gemm::Question question_of(const Subject& subject, int chips, std::int64_t batch,
                           gemm::Algorithm algorithm, const gemm::Chip& chip) {
  gemm::Question question;
  question.layers = gemm::paper_layers(subject.hidden, batch * kSequence);
  question.chips = chips;
  question.chip = chip;
  question.mode = gemm::Mode::paper;
  question.algorithms = {algorithm};
  return question;
}

std::optional<gemm::TunedBlock> best_block(const gemm::Question& question) {
  const auto side = std::llround(std::sqrt(question.chips));
  const bool square = side * side == question.chips;
  if (question.algorithms.front() == gemm::Algorithm::cannon && !square) return std::nullopt;
  return gemm::tune(question).blocks.front();
}

double weak_utilisation(const Subject& subject, int chips, gemm::Algorithm algorithm,
                        const gemm::Chip& chip) {
  const gemm::Question question = question_of(subject, chips, weak_batch(chips), algorithm, chip);
  const auto best = best_block(question);
  return best ? gemm::utilisation(question, best->time) : 0;
}

}  // namespace jacquard::studies::meshslice
