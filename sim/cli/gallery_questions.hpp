// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"

namespace jacquard::cli {

struct GalleryQuestion {
  const char* name;  // of its folder
  const char* question;
  const char* command;  // a line for a shell, which leaves files under --out
  int line = 0;         // of the result's answer: the one that answers the question
};

const std::vector<GalleryQuestion>& gallery_questions();

struct GalleryRow {
  const GalleryQuestion& of;
  std::string sentence;
};

const report::MetricTable<GalleryRow>& gallery_metrics();

}  // namespace jacquard::cli
