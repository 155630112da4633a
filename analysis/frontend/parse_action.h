#pragma once

#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Sema/SemaConsumer.h>

#include "analysis/frontend/host_instantiations.h"
#include "analysis/frontend/source_files.h"
#include "core/finding/analysis_result.h"

namespace warpwright::frontend {

/// An error with its place as Clang counts it, besides what people read.
struct LocatedError {
  clang::FileID file;  ///< invalid for errors without a place
  unsigned offset = 0;
  unsigned id = 0;
  size_t diagnostic = 0;  ///< index into `messages`
};

/// Collects what Clang says as values.
class DiagnosticCollector : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override;

  std::vector<Diagnostic> messages;
  std::vector<LocatedError> errors;
  bool staleAst = false;  ///< a precompiled prelude did not fit
};

/// True for an instantiation of a template, which is not written anywhere.
bool isInstantiation(const clang::Decl* decl);
/// True where the declaration stands in a file of the project.
bool isProjectDecl(const clang::Decl& decl, const clang::SourceManager& sources, const SourceFiles& files);

/// What Clang told its consumer about the unit, in order, so that code can be made from it once all errors are known.
class UnitRecorder : public clang::SemaConsumer {
 public:
  UnitRecorder(std::stop_token stop, std::shared_ptr<SourceFiles> files);

  void Initialize(clang::ASTContext& context) override { context_ = &context; }
  void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override;
  void HandleInlineFunctionDefinition(clang::FunctionDecl* function) override;
  void HandleInterestingDecl(clang::DeclGroupRef group) override;
  void HandleTagDeclDefinition(clang::TagDecl* tag) override;
  void HandleTagDeclRequiredDefinition(const clang::TagDecl* tag) override;
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl* variable) override;
  void CompleteTentativeDefinition(clang::VarDecl* variable) override;
  void CompleteExternalDeclaration(clang::DeclaratorDecl* declared) override;
  void AssignInheritanceModel(clang::CXXRecordDecl* record) override;
  void HandleVTable(clang::CXXRecordDecl* record) override;

  /// Sends everything recorded, and what comes later, on to `target`; leaves out declarations that are not valid.
  void replay(clang::ASTConsumer& target);
  void endReplay() { target_ = nullptr; }
  /// Top-level declarations written in the project's files, instantiations left out.
  const std::vector<clang::Decl*>& projectDecls() const { return projectDecls_; }
  bool cancelled() const { return cancelled_; }
  /// What is parsed is of no use any more: no further declaration is.
  void endEarly() { isEnded_ = true; }
  /// As above, from the first error on.
  void endAtError() { endsAtError_ = true; }
  bool isEnded() const { return isEnded_; }
  bool isEndedByError() const { return isEndedByError_; }

 private:
  struct Event {
    enum Kind {
      topLevel,
      inlineFunction,
      tag,
      requiredTag,
      staticMember,
      tentative,
      external,
      inheritance,
      vtable
    } kind;
    clang::DeclGroupRef group;
    clang::Decl* decl = nullptr;
  };
  void note(Event event);
  void send(const Event& event);
  bool isProject(const clang::Decl* decl);

  std::stop_token stop_;
  std::shared_ptr<SourceFiles> files_;
  HostInstantiations instantiations_;
  clang::ASTContext* context_ = nullptr;
  clang::Sema* sema_ = nullptr;
  clang::ASTConsumer* target_ = nullptr;
  std::vector<Event> events_;
  std::vector<clang::Decl*> projectDecls_;
  std::map<clang::FileID, bool> projectFiles_;
  bool cancelled_ = false, isEnded_ = false, endsAtError_ = false, isEndedByError_ = false;
};

/// Parses and keeps AST, Sema and preprocessor until it is destroyed.
class ParseAction : public clang::ASTFrontendAction {
 public:
  ParseAction(std::stop_token stop, std::shared_ptr<SourceFiles> files)
      : stop_(std::move(stop)), files_(std::move(files)) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override;
  /// Requires: BeginSourceFile succeeded.
  UnitRecorder& recorder() { return *recorder_; }

 private:
  std::stop_token stop_;
  std::shared_ptr<SourceFiles> files_;
  UnitRecorder* recorder_ = nullptr;
};

}  // namespace warpwright::frontend
