// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <filesystem>

#include "fuzz/entries.hpp"
#include "jacquard/base/file.hpp"
#include "support/source_tree.hpp"

TEST_CASE("every text of the fuzzers' corpus is read soundly or refused in one line") {
  for (const jacquard::fuzz::Entry& entry : jacquard::fuzz::kEntries) {
    const std::string folder =
        jacquard::tb::in_source_tree(std::string("tb/fuzz/corpus/") + entry.name);
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      INFO(file.path());
      // The entry aborts on anything but success or a one-line error that names the file.
      CHECK_NOTHROW(entry.run(jacquard::base::read_file(file.path().string())));
      ++files;
    }
    INFO(folder);
    CHECK(files >= 3);
  }
}
