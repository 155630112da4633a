#include "analysis/model/project_functions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <unordered_set>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/statement_search.h"
#include "analysis/model/conditional_text.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {
namespace {

class Collector {
 public:
  explicit Collector(const frontend::ParsedUnit& unit) : text_(unit) {}

  void visit(const clang::Decl& declaration) {
    const bool nests = llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration);
    if (!nests && !text_.isInProject(declaration.getLocation())) return;
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
      add(*function);
    } else if (const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration)) {
      bool any = false;  // of the pattern's text
      for (const clang::FunctionDecl* instance : pattern->specializations()) {
        const bool isWritten = instance->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization;
        any = (add(*instance) && !isWritten) || any;
      }
      if (!any) add(*pattern->getTemplatedDecl());
    } else if (const auto* classPattern = llvm::dyn_cast<clang::ClassTemplateDecl>(&declaration)) {
      for (const clang::ClassTemplateSpecializationDecl* instance : classPattern->specializations()) walk(*instance);
    } else if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration)) {
      if (!record->isDependentContext()) walk(*record);
    } else if (const auto* context = llvm::dyn_cast<clang::DeclContext>(&declaration)) {
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) walk(*context);
    }
  }

  std::vector<const clang::FunctionDecl*> functions;

 private:
  void walk(const clang::DeclContext& context) {
    // What an edited file declares is there; a namespace or class of a header in its preamble has to be read first.
    const auto& self = *llvm::cast<clang::Decl>(&context);
    if (self.isFromASTFile() && text_.isInProject(self.getLocation())) context.decls_begin();
    for (const clang::Decl* declaration : context.noload_decls()) visit(*declaration);
  }

  bool add(const clang::FunctionDecl& function) {
    const clang::FunctionDecl* definition = nullptr;
    if (!function.hasBody(definition) || !text_.isInProject(definition->getLocation())) return false;
    if (seen_.insert(definition).second) functions.push_back(definition);
    return true;
  }

  SourceText text_;
  std::unordered_set<const clang::FunctionDecl*> seen_;
};

}  // namespace

namespace {

/// See projectFunctions.
struct ProjectFunctions {
  std::vector<const clang::FunctionDecl*> list;
};

}  // namespace

const std::vector<const clang::FunctionDecl*>& projectFunctions(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<ProjectFunctions>(unit,
                                              [&] {
                                                Collector collector(unit);
                                                // The traversal scope leaves out what the precompiled prelude holds.
                                                for (const clang::Decl* declaration : unit.ast().getTraversalScope())
                                                  collector.visit(*declaration);
                                                return ProjectFunctions{std::move(collector.functions)};
                                              })
      .list;
}

namespace {

// Must another file of the project define what is named?
bool isElsewhere(const clang::ValueDecl& named, const SourceText& text) {
  if (!text.isInProject(named.getLocation())) return false;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&named)) {
    return !function->isDefined() && !function->isImplicit() && !function->isDefaulted() &&
           !function->isPureVirtual() && function->getBuiltinID() == 0;
  }
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(&named);
  return variable && variable->hasExternalStorage() && !variable->hasAttr<clang::CUDASharedAttr>() &&
         !variable->getDefinition();
}

/// What a unit names of its project, and leaves to other files to define.
struct OtherFilesNeeds {
  bool any = false;
  std::set<std::string> functions;

  void add(const clang::Stmt* body, const SourceText& text) {
    frontend::anyPart(body, [&](const clang::Stmt& part) {
      const clang::ValueDecl* named = nullptr;
      if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(&part)) named = name->getDecl();
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(&part)) named = member->getMemberDecl();
      if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(&part)) named = made->getConstructor();
      if (!named || !isElsewhere(*named, text)) return false;
      any = true;
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(named);
      if (function && function->getTemplatedKind() == clang::FunctionDecl::TK_NonTemplate) addFunction(*function);
      return false;
    });
  }

 private:
  void addFunction(const clang::FunctionDecl& function) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    const std::string owner = method ? method->getParent()->getNameAsString() : std::string();
    if (llvm::isa<clang::CXXConstructorDecl>(function))
      functions.insert(owner + "::" + owner);
    else if (function.getDeclName().isIdentifier())
      functions.insert(method ? owner + "::" + function.getNameAsString() : function.getNameAsString());
  }
};

void addInitialisers(const clang::Decl& declaration, const SourceText& text, std::vector<const clang::Expr*>& found) {
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) {
    const bool isRead = !variable->isTemplated() && text.isInProject(variable->getLocation());
    if (isRead && variable->getInit()) found.push_back(variable->getInit());
    return;
  }
  const bool isScope = llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration);
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration);
  const bool isClass = record && !record->isDependentContext() && text.isInProject(record->getLocation());
  if (!isScope && !isClass) return;
  for (const clang::Decl* inner : llvm::cast<clang::DeclContext>(declaration).noload_decls())
    addInitialisers(*inner, text, found);
}

}  // namespace

std::vector<const clang::Expr*> projectInitialisers(const frontend::ParsedUnit& unit) {
  const SourceText text(unit);
  std::vector<const clang::Expr*> found;
  for (const clang::Decl* declaration : unit.ast().getTraversalScope()) addInitialisers(*declaration, text, found);
  return found;
}

namespace {

OtherFilesNeeds findNeeds(const frontend::ParsedUnit& unit) {
  const SourceText text(unit);
  OtherFilesNeeds needs;
  for (const clang::FunctionDecl* function : projectFunctions(unit)) {
    if (!function->isTemplated()) needs.add(function->getBody(), text);
  }
  for (const clang::Expr* one : projectInitialisers(unit)) needs.add(one, text);
  return needs;
}

/// A fact that each kernel asks for.
const OtherFilesNeeds& needsOf(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<OtherFilesNeeds>(unit, [&] { return findNeeds(unit); });
}

struct SureMain {
  bool isThere = false;
};

bool findMain(const frontend::ParsedUnit& unit) {
  const std::vector<const clang::FunctionDecl*>& functions = projectFunctions(unit);
  const auto main = std::ranges::find_if(functions, &clang::FunctionDecl::isMain);
  if (main == functions.end()) return false;
  const SourcePosition at = SourceText(unit).filePlace((*main)->getLocation());
  const Result<std::string> text = unit.text(at.file);
  return text.ok() && !ConditionalText(*text).isInGroup(at.line, at.column);
}

}  // namespace

bool hasMain(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<SureMain>(unit, [&] { return SureMain{findMain(unit)}; }).isThere;
}

const std::set<std::string>& functionsOfOtherFiles(const frontend::ParsedUnit& unit) {
  return needsOf(unit).functions;
}

bool isWholeProgram(const frontend::ParsedUnit& unit) {
  return hasMain(unit) && !needsOf(unit).any;
}

}  // namespace warpwright::model
