#include "analysis/analyzer/unit_kernels.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "analysis/analyzer/host_launches.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/launches.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/shared_names.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/pass.h"
#include "analysis/passes/race_assumptions.h"

namespace warpwright::analysis {
namespace {

using frontend::ParsedUnit;
using NamedLaunches = std::vector<std::pair<std::string, Launch>>;

std::string fullName(const clang::FunctionDecl& kernel) {
  return "::" + kernel.getQualifiedNameAsString();
}

/// `launches`: those that the user gives, which are few.
bool isGiven(const NamedLaunches& launches, const std::string& kernel) {
  return std::any_of(launches.begin(), launches.end(),
                     [&](const auto& one) { return one.second.fromUser && kernel.ends_with("::" + one.first); });
}

/// Functions that begin to capture launches: of CUDA, and of PyTorch.
std::set<std::string> captureWords() {
  std::set<std::string> words = model::captureCalls();
  words.insert("capture_begin");
  return words;
}

/// Those of the unit itself, by the full names of kernels.
std::map<std::string, std::vector<Launch>> launchesHere(const ParsedUnit& unit) {
  std::map<std::string, std::vector<Launch>> here;
  for (auto& [one, launch] : model::findLaunches(unit, model::projectFunctions(unit)))
    here[fullName(*one)].push_back(std::move(launch));
  return here;
}

}  // namespace

void UnitKernels::lookAgain(std::vector<frontend::CompileCommand> units, std::vector<std::string> flags) {
  elsewhere_.lookAgain(std::move(units), std::move(flags));
  launchedAway_.clear();
  capturing_.clear();
}

Result<UnitKernels::AwayLaunches> UnitKernels::launchesAway(const ParsedUnit& unit,
                                                            const frontend::ParseOptions& options,
                                                            std::stop_token stop) {
  AwayLaunches away;
  for (const clang::FunctionDecl* function : model::projectFunctions(unit)) {
    if (!function->hasAttr<clang::CUDAGlobalAttr>()) continue;
    auto found = elsewhere_.of(*function, unit, options, stop);
    if (!found.ok()) return found.error();
    if (!found->launches.empty() || found->open)
      away[function->getCanonicalDecl()] = {std::move(found->launches), std::move(found->open)};
  }
  return away;
}

Result<std::vector<model::ParsedKernel>> UnitKernels::of(const ParsedUnit& unit, model::ModelOptions wanted,
                                                         const frontend::ParseOptions& options, std::stop_token stop) {
  launchedAway_.clear();
  // What runs before `main`, in a file that the program has besides.
  if (model::isWholeProgram(unit))
    model::keepNamesElsewhere(unit, elsewhere_.named(model::sharedNames(unit), unit, options));
  capturing_ = elsewhere_.named(captureWords(), unit, options);
  auto ofHost = launchesOfHost(unit, options, stop);
  if (!ofHost.ok()) return ofHost.error();
  auto away = launchesAway(unit, options, stop);
  if (!away.ok()) return away.error();
  const NamedLaunches given = wanted.launches;
  std::set<std::string> named;  // that have launches in `wanted` by their full names
  for (const auto& [kernel, launch] : given) named.insert(kernel);
  for (auto& [kernel, launch] : *ofHost) {
    if (isGiven(given, kernel)) continue;
    named.insert(kernel);
    wanted.launches.emplace_back(kernel, std::move(launch));
  }
  // Launches that are named replace those of the unit: these are named with them.
  std::optional<std::map<std::string, std::vector<Launch>>> here;
  for (const auto& [kernel, found] : *away) {
    const std::string name = fullName(*kernel);
    if (found.launches.empty() || isGiven(given, name)) continue;
    if (named.insert(name).second) {
      if (!here) here = launchesHere(unit);
      for (const Launch& launch : (*here)[name]) wanted.launches.emplace_back(name, launch);
    }
    for (const Launch& launch : found.launches) wanted.launches.emplace_back(name, launch);
  }
  wanted.elsewhere = [&](const clang::FunctionDecl& kernel) -> std::optional<Launch> {
    const clang::FunctionDecl* pattern = kernel.getTemplateInstantiationPattern();
    for (const clang::FunctionDecl* one : {&kernel, pattern}) {
      const auto found = one ? away->find(one->getCanonicalDecl()) : away->end();
      if (found != away->end()) return found->second.open;
    }
    return std::nullopt;
  };
  auto kernels = model::modelKernels(unit, wanted, stop);
  if (!kernels.ok()) return kernels;
  for (model::ParsedKernel& kernel : *kernels) {
    std::set<const clang::FunctionDecl*> forms{kernel.declaration->getCanonicalDecl(),
                                               kernel.pattern->getCanonicalDecl()};
    for (const clang::FunctionDecl* declaration : forms) {
      const auto found = away->find(declaration);
      if (found == away->end()) continue;
      // Models are asked about it where the unit launches the kernel, too.
      if (found->second.open && kernel.openLaunches.empty())
        kernel.openLaunches = model::whyNotAll({*found->second.open});
      if (found->second.launches.empty()) continue;
      const SourcePosition& at = found->second.launches.front().at;
      launchedAway_.emplace(kernel.pattern, at);
      if (!kernel.openLaunches.empty()) continue;
      kernel.openLaunches = {"%1 of %2 launches it, and a change of this file does not change that launch",
                             lineText(at), std::filesystem::path(at.file).filename().string()};
    }
  }
  return kernels;
}

std::set<std::string> UnitKernels::openNames(const ParsedUnit& unit, const frontend::ParseOptions& options) {
  std::set<std::string> names = model::sharedPointerNames(unit);
  return names.empty() ? names : elsewhere_.named(std::move(names), unit, options);
}

Message UnitKernels::whyApart(const model::ParsedKernel& kernel, const Opportunity& finding) const {
  const passes::Pass* pass = capturing_.empty() ? nullptr : passes::findPass(finding.pass);
  if (pass && !pass->fitsCaptures())
    return {"Another file of the program may capture these launches into a graph (%1), and for those it is no change.",
            code(*capturing_.begin())};
  const auto away = launchedAway_.find(kernel.pattern);
  if (away == launchedAway_.end()) return {};
  for (const Assumption& assumption : finding.assumptions) {
    const RunCheck::Kind kind = assumption.check.kind;
    const bool isOfMemory = kind == RunCheck::Kind::disjoint || kind == RunCheck::Kind::untextured ||
                            (passes::isNoRaces(assumption) && passes::mayBeOneMemory(kernel.models));
    if (!isOfMemory) continue;
    return {"Whether %1 is not known: what the launch at %2 passes is not looked at.", assumption.text,
            lineText(away->second)};
  }
  return {};
}

}  // namespace warpwright::analysis
