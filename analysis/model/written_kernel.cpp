#include "analysis/model/written_kernel.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <set>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/function_files.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {
namespace {

/// Which functions of the project are made of which text. Every kernel asks.
struct WrittenFunctions {
  std::map<const clang::FunctionDecl*, std::vector<const clang::FunctionDecl*>> instances;  ///< by pattern
  std::map<SourcePosition, std::set<const clang::FunctionDecl*>> byBody;                    ///< written forms
  std::map<std::string, std::set<clang::FileID>> readings;  ///< of files with text of functions, each time that it is
};

SourcePosition bodyOf(const clang::FunctionDecl& function, const SourceText& text) {
  return text.filePlace(function.getBody()->getBeginLoc());
}

const WrittenFunctions& writtenFunctions(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<WrittenFunctions>(unit, [&] {
    WrittenFunctions all;
    const SourceText text(unit);
    for (const clang::FunctionDecl* function : projectFunctions(unit)) {
      all.byBody[bodyOf(*function, text)].insert(writtenForm(function));
      const clang::SourceManager& manager = unit.ast().getSourceManager();
      for (const auto& [file, piece] : filesOf(*function))
        all.readings[text.filePlace(manager.getLocForStartOfFile(file)).file].insert(file);
      const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
      const clang::FunctionDecl* written = nullptr;
      if (pattern) all.instances[pattern->hasBody(written) ? written : pattern].push_back(function);
    }
    return all;
  });
}

}  // namespace

std::string writtenName(const ParsedKernel& kernel) {
  const clang::PrintingPolicy& policy = kernel.unit->ast().getPrintingPolicy();
  std::string name;
  llvm::raw_string_ostream text(name);
  kernel.pattern->getNameForDiagnostic(text, policy, /*Qualified=*/true);
  text << ' ' << kernel.pattern->getType().getAsString(policy);
  return name;
}

const clang::FunctionDecl* writtenForm(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  return (pattern ? pattern : function)->getCanonicalDecl();
}

std::vector<const clang::FunctionDecl*> instancesOf(const ParsedKernel& kernel) {
  if (kernel.declaration == kernel.pattern) return {kernel.declaration};
  const auto& all = writtenFunctions(*kernel.unit).instances;
  const auto found = all.find(kernel.pattern);
  return found == all.end() ? std::vector<const clang::FunctionDecl*>() : found->second;
}

std::set<std::string> filesOf(const ParsedKernel& kernel) {
  const SourceText text(*kernel.unit);
  std::set<std::string> files{kernel.models.front().nameAt.file};
  for (const auto& [file, piece] : filesOf(*kernel.pattern))
    files.insert(text.filePlace(kernel.unit->ast().getSourceManager().getLocForStartOfFile(file)).file);
  return files;
}

bool isReadAgain(const ParsedKernel& kernel) {
  const WrittenFunctions& all = writtenFunctions(*kernel.unit);
  const SourceText text(*kernel.unit);
  const clang::SourceManager& manager = kernel.unit->ast().getSourceManager();
  const clang::FileID own = manager.getFileID(manager.getFileLoc(kernel.pattern->getLocation()));
  // A file that its body includes may be a part of others, or twice of it.
  for (const auto& [file, piece] : filesOf(*kernel.pattern)) {
    const auto readings = all.readings.find(text.filePlace(manager.getLocForStartOfFile(file)).file);
    if (file != own && readings != all.readings.end() && readings->second.size() > 1) return true;
  }
  const auto here = all.byBody.find(bodyOf(*kernel.pattern, text));
  if (here == all.byBody.end()) return false;
  return here->second.size() > 1 || !here->second.contains(writtenForm(kernel.pattern));
}

}  // namespace warpwright::model
