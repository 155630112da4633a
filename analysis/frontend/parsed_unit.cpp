#include "analysis/frontend/parsed_unit.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include "analysis/frontend/parsed_unit_state.h"
#include "core/base/file.h"

namespace warpwright::frontend {

ParsedUnit::ParsedUnit(std::unique_ptr<State> state) : state_(std::move(state)) {}
ParsedUnit::ParsedUnit(ParsedUnit&&) noexcept = default;
ParsedUnit& ParsedUnit::operator=(ParsedUnit&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
ParsedUnit::~ParsedUnit() {
  if (state_) state_->facts.clear();  // copies of the device code among them, which go before its context
}

const CompileCommand& ParsedUnit::command() const {
  return state_->command;
}
const UnitSummary& ParsedUnit::summary() const {
  return state_->summary;
}
clang::ASTContext& ParsedUnit::ast() const {
  return state_->compiler->getASTContext();
}
llvm::Module* ParsedUnit::deviceModule() const {
  return state_->module.get();
}

bool ParsedUnit::hasErrors(const clang::FunctionDecl& function) const {
  if (function.isInvalidDecl()) return true;
  const clang::FunctionDecl* definition = nullptr;
  return function.isDefined(definition) ? state_->broken.contains(definition) : state_->broken.contains(&function);
}

Result<std::string> ParsedUnit::text(const std::string& file) const {
  const std::string name = normalPath(file);
  // What the user sees comes first: launch brackets may have been joined for the parser.
  if (const auto it = state_->files->unpatched.find(name); it != state_->files->unpatched.end()) return it->second;
  auto& files = state_->compiler->getFileManager();
  if (const auto entry = files.getOptionalFileRef(file)) {
    const clang::SourceManager& sources = state_->compiler->getSourceManager();
    const clang::FileID id = sources.translateFile(*entry);
    if (id.isValid()) {
      if (const auto buffer = sources.getBufferDataOrNone(id)) return buffer->str();
    }
  }
  if (const auto it = state_->files->openTexts.find(name); it != state_->files->openTexts.end()) return it->second;
  return readFile(name);
}

std::optional<std::vector<Diagnostic>> ParsedUnit::errorsWith(const std::map<std::string, std::string>& texts,
                                                              std::stop_token stop) const {
  return state_->parked ? state_->parked->read(texts, std::move(stop)) : std::nullopt;
}

bool ParsedUnit::isProjectFile(const std::string& file) const {
  return state_->files->isProject(file);
}

}  // namespace warpwright::frontend
