// SPDX-License-Identifier: Apache-2.0
// jacquard gallery: ten questions with their answers, as a site of pages to explore.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/running_program.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/tool/process.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/gallery_questions.hpp"
#include "sim/tool/progress.hpp"
#include "sim/tool/words_of_line.hpp"

namespace jacquard::cli {
namespace {

namespace fs = std::filesystem;

struct Answered {
  std::string sentence;
  std::string picture;  // a file of its folder; "" for none
};

// The first paragraph that the command prints.
std::string first_paragraph(const std::string& output) {
  const std::string text = output.substr(0, output.find("\n\n"));
  constexpr std::size_t kLongest = 400;
  return text.substr(0, std::min(text.find('\n'), kLongest));
}

Answered answer(const GalleryQuestion& question, const std::string& folder, const Common& common) {
  std::vector<std::string> words = tool::words_of_line(question.command);
  words[0] = base::running_program();
  words.insert(words.end(), {"--view", "--out", folder, "--quiet", "--no-timing",
                             fmt::format("--threads={}", common.threads)});
  const tool::ProcessResult ran = tool::run_process(words);
  if (ran.exit_code != 0) {
    throw base::ConfigError({question.command, "", "an answer",
                             fmt::format("exit code {}", ran.exit_code), ran.output});
  }
  Answered answered{first_paragraph(ran.output), ""};
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool earlier = answered.picture.empty() || name < answered.picture;
    if (entry.path().extension() == ".svg" && earlier) answered.picture = name;
  }
  return answered;
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
  tool::Progress progress("gallery", "questions");
  std::string cards;
  report::Result result("gallery", common.seed, {{"questions", questions.size()}});
  for (std::size_t k = 0; k < questions.size(); ++k) {
    progress.at(static_cast<double>(k), static_cast<double>(questions.size()),
                questions[k].question);
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
