// SPDX-License-Identifier: Apache-2.0
// jacquard gallery: ten questions with their answers, as a site of pages to explore.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/running_program.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/tool/process.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/gallery_picture.hpp"
#include "sim/cli/gallery_questions.hpp"
#include "sim/cli/show_figure.hpp"
#include "sim/tool/progress.hpp"
#include "sim/tool/words_of_line.hpp"

namespace jacquard::cli {
namespace {

namespace fs = std::filesystem;

struct Answered {
  std::string sentence;
  std::string picture;  // a file of its folder; "" for none
};

// The line of the answer that a question asks for; the first of a shorter one.
std::string line_of(const std::string& answer, int line) {
  std::size_t from = 0;
  for (int k = 0; k < line; ++k) {
    const std::size_t end = answer.find('\n', from);
    if (end == answer.npos || end + 1 == answer.size()) return answer.substr(0, answer.find('\n'));
    from = end + 1;
  }
  return answer.substr(from, answer.find('\n', from) - from);
}

// A picture that the command left, else one of its result.
std::string picture_in(const std::string& folder, const std::string& verb,
                       const config::Json& result, const GalleryQuestion& question) {
  std::string picture;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool earlier = picture.empty() || name < picture;
    if (entry.path().extension() == ".svg" && earlier) picture = name;
  }
  if (!picture.empty()) return picture;
  for (const Command& command : commands()) {
    if (command.name != verb) continue;
    const std::vector<view::Sought> sought = sought_of(command);
    auto figure = view::figure_of(result, folder, sought);
    if (figure && !sought.empty()) widen(*figure, result, sought.front(), command.rows());
    const std::string svg = figure ? gallery_picture(*figure, question.question) : "";
    if (svg.empty()) return "";
    base::write_file(folder + "/gallery.svg", svg);
    return "gallery.svg";
  }
  return "";
}

Answered answer(const GalleryQuestion& question, const std::string& folder, const Common& common) {
  std::vector<std::string> words = tool::words_of_line(question.command);
  words[0] = base::running_program();
  const std::string verb = words[1];
  words.insert(words.end(), {"--view", "--out", folder, "--quiet", "--no-timing",
                             fmt::format("--threads={}", common.threads)});
  const tool::ProcessResult ran = tool::run_process(words);
  if (ran.exit_code != 0) {
    throw base::ConfigError({question.command, "", "an answer",
                             fmt::format("exit code {}", ran.exit_code), ran.output});
  }
  const config::Json result = config::read_json(folder + "/" + verb + ".json");  // by --view
  return {line_of(result.at("answer").get<std::string>(), question.line),
          picture_in(folder, verb, result, question)};
}

std::string card(const GalleryQuestion& question, const Answered& answered) {
  const std::string page = std::string(question.name) + "/view.html";
  std::string html = fmt::format(
      "<div class=\"run\"><h2><a href=\"{}\">{}</a></h2>\n<p>{}</p>\n<p><code>{}</code></p>\n",
      page, report::escape(question.question), report::escape(answered.sentence),
      report::escape(question.command));
  if (!answered.picture.empty()) {
    html += fmt::format("<a href=\"{}\"><img class=\"chart\" alt=\"{}\" src=\"{}/{}\"></a>\n", page,
                        report::escape(question.question), question.name,
                        report::escape(answered.picture));
  }
  return html + "</div>\n";
}

int run_gallery(const Common& common) {
  if (common.out.empty()) throw base::ConfigError({"--out", "", "a folder for the site", "", ""});
  const auto& questions = gallery_questions();
  tool::Progress progress("gallery");
  std::string cards;
  report::Result result("gallery", common.seed, {{"questions", questions.size()}});
  for (std::size_t k = 0; k < questions.size(); ++k) {
    // One takes 30 times as long as another, so what is left is not told by how many are done.
    progress.at(fmt::format("{} of {}, {}", k + 1, questions.size(), questions[k].question));
    const std::string folder = common.out + "/" + questions[k].name;
    fs::create_directories(folder);
    const Answered answered = answer(questions[k], folder, common);
    cards += card(questions[k], answered);
    result.add(gallery_metrics()({questions[k], answered.sentence}));
  }
  base::write_file(
      common.out + "/index.html",
      report::document("Jacquard: ten questions",
                       "<h1>Ten questions</h1>\n<p>Each answer opens as a page with sliders, "
                       "timelines and tables. All of it works without a network.</p>\n" +
                           cards));
  spdlog::info("wrote {}/index.html", common.out);
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments&, const Common& common) {
  return [&common] { return run_gallery(common); };
}

}  // namespace

Command gallery_command() {
  return {"gallery",
          "Ten questions with their answers, as a site of pages to explore",
          "  jacquard gallery --out site\n",
          setup,
          false,
          true,
          [] { return std::vector{gallery_metrics().kind()}; }};
}

}  // namespace jacquard::cli
