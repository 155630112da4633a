#include "analysis/frontend/parse_action.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Cuda.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Lexer.h>
#include <clang/Serialization/SerializationDiagnostic.h>

namespace warpwright::frontend {
namespace {

SourcePosition positionOf(const clang::SourceManager& sources, clang::FileID file, unsigned offset) {
  SourcePosition position;
  if (const auto entry = sources.getFileEntryRefForID(file)) position.file = normalPath(entry->getName().str());
  position.line = sources.getLineNumber(file, offset);
  position.column = sources.getColumnNumber(file, offset);
  return position;
}

/// The range a message is about: the first range that is in the same file, else the token it points at.
SourceRange rangeOf(const clang::Diagnostic& diagnostic, clang::FileID file, unsigned offset,
                    clang::SourceLocation at) {
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  SourceRange range;
  range.begin = positionOf(sources, file, offset);
  unsigned end = offset + 1;
  const clang::LangOptions language;
  end = offset + std::max(1u, clang::Lexer::MeasureTokenLength(at, sources, language));
  range.endLine = sources.getLineNumber(file, end);
  range.endColumn = sources.getColumnNumber(file, end);
  return range;
}

}  // namespace

bool isInstantiation(const clang::Decl* decl) {
  clang::TemplateSpecializationKind kind = clang::TSK_Undeclared;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
    kind = function->getTemplateSpecializationKind();
  } else if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(decl)) {
    kind = record->getTemplateSpecializationKind();
  } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
    kind = variable->getTemplateSpecializationKind();
  }
  return kind != clang::TSK_Undeclared && kind != clang::TSK_ExplicitSpecialization;
}

bool isProjectDecl(const clang::Decl& decl, const clang::SourceManager& sources, const SourceFiles& files) {
  if (decl.getLocation().isInvalid()) return false;
  const auto entry = sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(decl.getLocation())));
  return entry && files.isProject(entry->getName().str());
}

namespace {

/// The name that a message speaks of first; empty: none.
std::string nameIn(const clang::Diagnostic& diagnostic) {
  for (unsigned i = 0; i < diagnostic.getNumArgs(); ++i) {
    switch (diagnostic.getArgKind(i)) {
      case clang::DiagnosticsEngine::ak_identifierinfo:
        return diagnostic.getArgIdentifier(i)->getName().str();
      case clang::DiagnosticsEngine::ak_declarationname:
        return clang::DeclarationName::getFromOpaqueInteger(diagnostic.getRawArg(i)).getAsString();
      case clang::DiagnosticsEngine::ak_nameddecl: {
        const auto* named = reinterpret_cast<const clang::NamedDecl*>(diagnostic.getRawArg(i));
        std::string name;
        llvm::raw_string_ostream stream(name);
        named->getNameForDiagnostic(stream, named->getASTContext().getPrintingPolicy(), /*Qualified=*/false);
        return name;
      }
      default:
        break;
    }
  }
  return {};
}

/// Does device code launch a kernel? Clang calls it a reference to a function of another target.
bool isNestedLaunch(const clang::Diagnostic& diagnostic) {
  if (diagnostic.getID() != clang::diag::err_ref_bad_target || diagnostic.getArgSInt(1) != 0) return false;
  const auto isTarget = [&](unsigned argument, clang::CUDAFunctionTarget target) {
    return diagnostic.getArgSInt(argument) == static_cast<int>(target);
  };
  using enum clang::CUDAFunctionTarget;
  return isTarget(0, Global) && (isTarget(3, Device) || isTarget(3, Global) || isTarget(3, HostDevice));
}

/// What Clang says, and what it is about.
void describe(const clang::Diagnostic& diagnostic, Diagnostic& message) {
  llvm::SmallString<128> text;
  diagnostic.FormatDiagnostic(text);
  message.message = std::string(text);
  message.name = nameIn(diagnostic);
  switch (diagnostic.getID()) {
    case clang::diag::err_pp_file_not_found:
      message.about = Diagnostic::About::missingHeader;
      if (diagnostic.getArgKind(0) == clang::DiagnosticsEngine::ak_std_string)
        message.name = diagnostic.getArgStdStr(0);
      break;
    case clang::diag::err_undeclared_var_use:
    case clang::diag::err_undeclared_var_use_suggest:
      message.about = Diagnostic::About::undeclaredName;
      break;
    case clang::diag::err_ref_bad_target:
      if (!isNestedLaunch(diagnostic)) break;
      message.about = Diagnostic::About::nestedLaunch;
      // Clang's word for it says little to who wrote it.
      message.message =
          "'" + message.name + "' is launched from device code (dynamic parallelism): Clang 19 does not compile that";
      break;
    default:
      break;
  }
}

}  // namespace

void DiagnosticCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
  DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  if (level < clang::DiagnosticsEngine::Error) return;
  Diagnostic message;
  message.severity = Diagnostic::Severity::error;
  describe(diagnostic, message);
  LocatedError error;
  error.id = diagnostic.getID();
  staleAst |= error.id >= clang::diag::DIAG_START_SERIALIZATION && error.id < clang::diag::DIAG_START_LEX;
  if (diagnostic.getLocation().isValid() && diagnostic.hasSourceManager()) {
    const clang::SourceManager& sources = diagnostic.getSourceManager();
    const clang::SourceLocation at = sources.getFileLoc(diagnostic.getLocation());
    std::tie(error.file, error.offset) = sources.getDecomposedLoc(at);
    message.range = rangeOf(diagnostic, error.file, error.offset, at);
  }
  error.diagnostic = messages.size();
  messages.push_back(std::move(message));
  errors.push_back(error);
}

UnitRecorder::UnitRecorder(std::stop_token stop, std::shared_ptr<SourceFiles> files)
    : stop_(std::move(stop)), files_(std::move(files)), instantiations_(*files_) {}

bool UnitRecorder::HandleTopLevelDecl(clang::DeclGroupRef group) {
  if (!target_) {
    for (clang::Decl* decl : group) {
      if (isProject(decl) && !isInstantiation(decl)) projectDecls_.push_back(decl);
    }
  }
  if (sema_ && !target_) instantiations_.drop(*sema_);
  note({Event::topLevel, group});
  cancelled_ = stop_.stop_requested();
  if (endsAtError_ && !isEnded_) isEnded_ = isEndedByError_ = context_->getDiagnostics().hasErrorOccurred();
  return !cancelled_ && !isEnded_;
}
void UnitRecorder::HandleInlineFunctionDefinition(clang::FunctionDecl* function) {
  note({Event::inlineFunction, {}, function});
}
void UnitRecorder::HandleInterestingDecl(clang::DeclGroupRef group) {
  note({Event::topLevel, group});
}
void UnitRecorder::HandleTagDeclDefinition(clang::TagDecl* tag) {
  note({Event::tag, {}, tag});
}
void UnitRecorder::HandleTagDeclRequiredDefinition(const clang::TagDecl* tag) {
  note({Event::requiredTag, {}, const_cast<clang::TagDecl*>(tag)});
}
void UnitRecorder::HandleCXXStaticMemberVarInstantiation(clang::VarDecl* variable) {
  note({Event::staticMember, {}, variable});
}
void UnitRecorder::CompleteTentativeDefinition(clang::VarDecl* variable) {
  note({Event::tentative, {}, variable});
}
void UnitRecorder::CompleteExternalDeclaration(clang::DeclaratorDecl* declared) {
  note({Event::external, {}, declared});
}
void UnitRecorder::AssignInheritanceModel(clang::CXXRecordDecl* record) {
  note({Event::inheritance, {}, record});
}
void UnitRecorder::HandleVTable(clang::CXXRecordDecl* record) {
  note({Event::vtable, {}, record});
}

void UnitRecorder::note(Event event) {
  if (target_) {
    send(event);
  } else {
    events_.push_back(event);
  }
}

void UnitRecorder::send(const Event& event) {
  switch (event.kind) {
    case Event::topLevel:
      for (clang::Decl* decl : event.group) {
        if (!decl->isInvalidDecl()) target_->HandleTopLevelDecl(clang::DeclGroupRef(decl));
      }
      return;
    case Event::inlineFunction:
      if (!event.decl->isInvalidDecl())
        target_->HandleInlineFunctionDefinition(llvm::cast<clang::FunctionDecl>(event.decl));
      return;
    case Event::tag:
      if (!event.decl->isInvalidDecl()) target_->HandleTagDeclDefinition(llvm::cast<clang::TagDecl>(event.decl));
      return;
    case Event::requiredTag:
      if (!event.decl->isInvalidDecl())
        target_->HandleTagDeclRequiredDefinition(llvm::cast<clang::TagDecl>(event.decl));
      return;
    case Event::staticMember:
      if (!event.decl->isInvalidDecl())
        target_->HandleCXXStaticMemberVarInstantiation(llvm::cast<clang::VarDecl>(event.decl));
      return;
    case Event::tentative:
      if (!event.decl->isInvalidDecl()) target_->CompleteTentativeDefinition(llvm::cast<clang::VarDecl>(event.decl));
      return;
    case Event::external:
      if (!event.decl->isInvalidDecl())
        target_->CompleteExternalDeclaration(llvm::cast<clang::DeclaratorDecl>(event.decl));
      return;
    case Event::inheritance:
      if (!event.decl->isInvalidDecl()) target_->AssignInheritanceModel(llvm::cast<clang::CXXRecordDecl>(event.decl));
      return;
    case Event::vtable:
      if (!event.decl->isInvalidDecl()) target_->HandleVTable(llvm::cast<clang::CXXRecordDecl>(event.decl));
      return;
  }
}

void UnitRecorder::replay(clang::ASTConsumer& target) {
  target_ = &target;
  // Making code can deserialise and report more declarations: these go straight on, the list does not grow.
  for (const Event& event : events_) send(event);
}

bool UnitRecorder::isProject(const clang::Decl* decl) {
  const clang::SourceManager& sources = context_->getSourceManager();
  const clang::SourceLocation at = decl->getLocation();
  if (at.isInvalid()) return false;
  const clang::FileID file = sources.getFileID(sources.getExpansionLoc(at));
  const auto [it, fresh] = projectFiles_.emplace(file, false);
  if (fresh) {
    const auto entry = sources.getFileEntryRefForID(file);
    it->second = entry && files_->isProject(entry->getName().str());
  }
  return it->second;
}

std::unique_ptr<clang::ASTConsumer> ParseAction::CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) {
  auto recorder = std::make_unique<UnitRecorder>(stop_, files_);
  recorder_ = recorder.get();
  return recorder;
}

}  // namespace warpwright::frontend
