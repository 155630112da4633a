#include "app/cli/program_option.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace warpwright::cli {

void addProgramOption(CLI::App& app, std::string& name) {
  app.add_option("--program", name,
                 "The program that is meant, where files of several lie there: the name of its CMake target, or of the "
                 "file that has `main`");
}

Result<std::string> programPath(const std::string& path, const std::string& name,
                                const std::vector<std::string>& compilerFlags) {
  const Result<std::vector<analysis::Program>> programs = analysis::programsOf(path, compilerFlags);
  // Whoever builds it says what is wrong with the path.
  if (!programs.ok()) return name.empty() ? Result<std::string>(path) : programs.error();
  std::error_code ignored;
  const std::filesystem::path file = std::filesystem::absolute(path, ignored).lexically_normal();
  const auto isMain = [&](const analysis::Program& program) { return program.main == file; };
  const bool isOne = programs->size() < 2 || std::any_of(programs->begin(), programs->end(), isMain);
  // A header that programs of other folders include, too, is run as a part of its own.
  const bool isPart = programs->size() == 1 && std::filesystem::is_regular_file(file, ignored) &&
                      !programs->front().main.empty() && programs->front().files.contains(file);
  if (name.empty() && isOne && !isPart) return path;
  const Result<analysis::Program> chosen = analysis::chooseProgram(*programs, name);
  if (!chosen.ok()) return chosen.error();
  return chosen->main.empty() ? path : chosen->main.string();
}

}  // namespace warpwright::cli
