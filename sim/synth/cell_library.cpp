// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/cell_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/demand/gunzip.hpp"
#include "sim/synth/liberty_text.hpp"

namespace jacquard::synth {
namespace {

namespace fs = std::filesystem;
using config::field;
using L = CellLibrary;

std::vector<config::Field<L>> corner_fields() {
  const auto files = config::list(config::text("the name of a Liberty file"));
  return {
      field<L>(
          "tt", [](auto& l) -> auto& { return l.tt; }, files,
          "Liberty files of the typical corner."),
      field<L>(
          "ss", [](auto& l) -> auto& { return l.ss; }, files, "Of the slow one."),
      field<L>(
          "ff", [](auto& l) -> auto& { return l.ff; }, files, "Of the fast one."),
  };
}

std::vector<config::Field<L>> cell_fields() {
  const auto cell = config::text("the name of a cell");
  const auto pin = config::text("the name of a pin");
  return {
      field<L>(
          "not_used", [](auto& l) -> auto& { return l.not_used; }, config::list(cell),
          "Cells that are left out; * stands for any text."),
      field<L>(
          "buffer", [](auto& l) -> auto& { return l.buffer; }, cell,
          "The cell that splits large fan-outs."),
      field<L>(
          "buffer_input", [](auto& l) -> auto& { return l.buffer_input; }, pin, "Its input."),
      field<L>(
          "buffer_output", [](auto& l) -> auto& { return l.buffer_output; }, pin, "Its output."),
      field<L>(
          "driver", [](auto& l) -> auto& { return l.driver; }, cell,
          "The flip-flop that is taken to drive the inputs."),
      field<L>(
          "driver_output", [](auto& l) -> auto& { return l.driver_output; }, pin, "Its output."),
      field<L>(
          "load_pf", [](auto& l) -> auto& { return l.load_pf; }, config::real_number(0, 1e3),
          "What each output drives, in pF."),
      field<L>(
          "restructure", [](auto& l) -> auto& { return l.restructure; }, config::boolean(),
          "ABC makes logic less deep before it maps it (if -g). Fast cells gain a quarter of the "
          "clock; OSU's gain nothing."),
      field<L>(
          "lef", [](auto& l) -> auto& { return l.lef; }, config::text("the name of a LEF file"),
          "Layers and cells of the layout, for --placed; none: nothing is placed."),
      field<L>(
          "graywolf", [](auto& l) -> auto& { return l.graywolf; },
          config::text("the name of a .par file"), "The placer's parameters, with lef."),
  };
}

std::vector<config::Field<L>> fields() {
  std::vector<config::Field<L>> all = {
      field<L>(
          "name", [](auto& l) -> auto& { return l.name; }, config::text("text"),
          "What people call it."),
      field<L>(
          "source", [](auto& l) -> auto& { return l.source; }, config::text("text"),
          "Where its files are had, and their licence."),
      field<L>(
          "node_nm", [](auto& l) -> auto& { return l.node_nm; },
          config::whole_number<int>(1, 10'000),
          "Of the process, in nm. Figures of 180 are scaled to 16 too."),
      field<L>(
          "folder", [](auto& l) -> auto& { return l.folder; }, config::text("a folder"),
          "Of its files, from this file's folder on; none: $JACQUARD_LIBRARIES/NAME."),
  };
  for (auto& f : corner_fields()) all.push_back(std::move(f));
  for (auto& f : cell_fields()) all.push_back(std::move(f));
  return all;
}

std::string read_unpacked(const std::string& path) {
  const std::string packed = base::read_file(path);
  std::size_t at = 0;
  const demand::ReadBytes read = demand::unpack_gzip(
      [&](char* out, std::size_t size) {
        const std::size_t count = std::min(size, packed.size() - at);
        std::memcpy(out, packed.data() + at, count);
        at += count;
        return count;
      },
      path);
  std::string text;
  std::vector<char> block(std::size_t{1} << 16);
  while (const std::size_t count = read(block.data(), block.size())) {
    text.append(block.data(), count);
  }
  return text;
}

fs::path folder_of(const CellLibrary& library, const fs::path& file) {
  const char* const all = std::getenv("JACQUARD_LIBRARIES");
  const fs::path chosen = all == nullptr ? fs::path() : fs::path(all) / file.stem();
  std::error_code ignored;
  if (!chosen.empty() && fs::is_directory(chosen, ignored)) return chosen;
  if (library.folder.empty()) return chosen;
  return file.parent_path() / library.folder;
}

const std::vector<std::string>& files_of(const CellLibrary& library, const std::string& corner,
                                         const config::Place& place) {
  const auto& files = corner == "ss" ? library.ss : corner == "ff" ? library.ff : library.tt;
  if (files.empty()) (place / corner).fail("the names of Liberty files", "none");
  return files;
}

std::vector<std::string> texts_of(const CellLibrary& library, const fs::path& file,
                                  const std::vector<std::string>& names) {
  const fs::path folder = folder_of(library, file);
  std::vector<std::string> texts;
  for (const std::string& name : names) {
    std::error_code ignored;
    const std::string path = (folder / name).string();
    if (!fs::is_regular_file(path, ignored)) {
      throw base::ConfigError({path, "", "a file of the cell library " + library.name,
                               "no such file",
                               fmt::format("from {}; JACQUARD_LIBRARIES=DIR has it in DIR/{}",
                                           library.source, file.stem().string())});
    }
    texts.push_back(read_unpacked(path));
  }
  return texts;
}

void require_one_of(const std::set<std::string>& cells, const char* what, const std::string& cell,
                    const config::Place& place) {
  if (cells.count(cell) == 0) {
    place.fail(std::string(what) + " of the library's files", cell.empty() ? "none" : cell);
  }
}

void require_pin(const std::string& liberty, const std::string& cell, const std::string& pin,
                 const std::string& direction, const config::Place& place) {
  std::string all;
  for (const auto& [name, goes] : pins_of(liberty, cell)) {
    if (goes != direction) continue;
    if (name == pin) return;
    all += (all.empty() ? "" : ", ") + name;
  }
  place.fail(fmt::format("an {} of the cell {}: {}", direction, cell, all.empty() ? "none" : all),
             pin);
}

}  // namespace

const config::FieldTable<CellLibrary>& library_fields() {
  static const config::FieldTable<CellLibrary> table(
      "library", "Standard cells into which RTL is synthesised.", fields());
  return table;
}

Cells cells_of(const std::string& library, const std::string& corner, bool with_power,
               bool with_layout) {
  if (corner != "tt" && corner != "ss" && corner != "ff") {
    base::throw_unknown_name("--corner", "a corner", corner, {"tt", "ss", "ff"});
  }
  const std::string path = config::find_config(kLibraries, library, {"--library", ""});
  const config::Place place{path, ""};
  Cells cells{config::read_config(library_fields(), path), corner, {}, {}, {}, {}};
  const std::vector<std::string>& files = files_of(cells.library, corner, place);
  JoinedLiberty joined =
      join_liberty(texts_of(cells.library, path, files), files, cells.library.not_used, with_power);
  require_one_of(joined.cells, "a cell", cells.library.buffer, place / "buffer");
  require_one_of(joined.flip_flops, "a flip-flop", cells.library.driver, place / "driver");
  const CellLibrary& l = cells.library;
  require_pin(joined.text, l.buffer, l.buffer_input, "input", place / "buffer_input");
  require_pin(joined.text, l.buffer, l.buffer_output, "output", place / "buffer_output");
  require_pin(joined.text, l.driver, l.driver_output, "output", place / "driver_output");
  if (with_layout) {
    if (l.lef.empty()) (place / "lef").fail("the name of a LEF file, which --placed needs", "none");
    if (l.graywolf.empty()) (place / "graywolf").fail("the name of a .par file", "none");
    cells.lef = texts_of(l, path, {l.lef})[0];
    cells.graywolf = texts_of(l, path, {l.graywolf})[0];
  }
  cells.liberty = std::move(joined.text);
  cells.flip_flops = std::move(joined.flip_flops);
  return cells;
}

}  // namespace jacquard::synth
