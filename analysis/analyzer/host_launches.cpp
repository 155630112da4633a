#include "analysis/analyzer/host_launches.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <algorithm>
#include <map>

#include "analysis/frontend/parse_again.h"
#include "analysis/frontend/project_files.h"
#include "analysis/model/launches.h"
#include "analysis/model/project_functions.h"

namespace warpwright::analysis {
namespace {

using frontend::ParsedUnit;
using Launches = std::map<std::string, std::vector<Launch>>;

/// Does a file of the project name __CUDA_ARCH__?
bool asksForSide(const ParsedUnit& unit) {
  const std::vector<std::string> files = frontend::projectFiles(unit);
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    const Result<std::string> text = unit.text(file);
    return text.ok() && text->find("__CUDA_ARCH__") != std::string::npos;
  });
}

Launches launchesIn(const ParsedUnit& unit) {
  Launches all;
  for (auto& [kernel, launch] : model::findLaunches(unit, model::projectFunctions(unit))) {
    all[kernel->getQualifiedNameAsString()].push_back(std::move(launch));
  }
  return all;
}

/// An error of the project's own code that the host's view of it brings, such as a launch in a function for both sides,
/// which cannot be read there: there may be a launch that is not seen.
const Diagnostic* newError(const ParsedUnit& host, const ParsedUnit& unit) {
  for (const Diagnostic& error : host.summary().errors) {
    if (error.severity != Diagnostic::Severity::error || !host.isProjectFile(error.range.begin.file)) continue;
    const auto same = [&](const Diagnostic& known) {
      return known.message == error.message && known.range.begin == error.range.begin;
    };
    if (std::none_of(unit.summary().errors.begin(), unit.summary().errors.end(), same)) return &error;
  }
  return nullptr;
}

bool sameLaunch(const Launch& a, const Launch& b) {
  return a.at == b.at && a.grid == b.grid && a.block == b.block && a.sharedBytes == b.sharedBytes &&
         a.arguments == b.arguments;
}

}  // namespace

Result<std::vector<std::pair<std::string, Launch>>> launchesOfHost(const ParsedUnit& unit,
                                                                   frontend::ParseOptions options,
                                                                   std::stop_token stop) {
  std::vector<std::pair<std::string, Launch>> found;
  if (!unit.command().cuda || !asksForSide(unit)) return found;
  // The code that the host compiles, read as the rest is.
  frontend::CompileCommand command = frontend::commandAgain(unit);
  command.flags.push_back("-U__CUDA_ARCH__");
  options.deviceIr = false;
  frontend::UnitParser parser(frontend::optionsAgain(unit, std::move(options)));
  const Result<ParsedUnit> host = parser.parse(command, stop);
  if (!host.ok()) return host.error();
  Launches here = launchesIn(unit);
  if (const Diagnostic* error = newError(*host, unit)) {
    for (auto& [kernel, launches] : here) {
      launches.push_back(model::openLaunch(error->range.begin,
                                           {"what the host compiles at %1 is not read", lineText(error->range.begin)}));
      for (Launch& launch : launches) found.emplace_back("::" + kernel, std::move(launch));
    }
    return found;
  }
  for (auto& [kernel, launches] : launchesIn(*host)) {
    const auto known = here.find(kernel);
    const bool same = known != here.end() && std::equal(launches.begin(), launches.end(), known->second.begin(),
                                                        known->second.end(), sameLaunch);
    if (same) continue;
    for (Launch& launch : launches) found.emplace_back("::" + kernel, std::move(launch));
  }
  return found;
}

}  // namespace warpwright::analysis
