#include "analysis/passes/compaction/names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <array>
#include <functional>

#include "analysis/frontend/tree_walk.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

// Names and what they stand for, types and the arguments of templates included.
class Collector : public frontend::TreeWalk {
 public:
  std::set<const NamedDecl*> named;
  std::vector<const NamedDecl*> declared;

 private:
  bool visit(Stmt& statement) override {
    if (const auto* name = dyn_cast<DeclRefExpr>(&statement)) named.insert(name->getDecl());
    return true;
  }
  bool visit(TypeLoc type) override {
    if (const auto of = type.getAs<TypedefTypeLoc>()) named.insert(of.getTypedefNameDecl());
    if (const auto of = type.getAs<TagTypeLoc>()) named.insert(of.getDecl());
    if (const auto of = type.getAs<UsingTypeLoc>()) named.insert(of.getFoundDecl());
    if (const auto of = type.getAs<TemplateSpecializationTypeLoc>()) {
      if (const TemplateDecl* made = of.getTypePtr()->getTemplateName().getAsTemplateDecl()) named.insert(made);
    }
    return true;
  }
  bool visit(Decl& declaration) override {
    if (isa<VarDecl, TypedefNameDecl, UsingDecl>(declaration)) declared.push_back(cast<NamedDecl>(&declaration));
    return true;
  }
};

std::string plainName(const NamedDecl& what) {
  return what.getDeclName().isIdentifier() ? what.getNameAsString() : std::string();
}

// Declared by the body of a function; its arguments are not.
bool isOfBody(const NamedDecl& what) {
  return what.getDeclContext()->isFunctionOrMethod() && !isa<ParmVarDecl>(what);
}

// Names of variables and types that hide those of a block around them.
void findHiding(const Stmt* part, std::set<std::string> around, std::set<std::string>& hiding) {
  std::set<std::string> here;
  const std::function<void(const Stmt*)> visit = [&](const Stmt* child) {
    if (!child || isa<Expr>(child)) return;
    if (const auto* declarations = dyn_cast<DeclStmt>(child)) {
      for (const Decl* one : declarations->decls()) {
        const auto* named = dyn_cast<NamedDecl>(one);
        if (!named) continue;
        if (around.contains(plainName(*named))) hiding.insert(plainName(*named));
        here.insert(plainName(*named));
      }
      return;
    }
    const bool isScope = isa<CompoundStmt>(child) || isa<ForStmt>(child) || isa<IfStmt>(child) ||
                         isa<WhileStmt>(child) || isa<SwitchStmt>(child) || isa<DoStmt>(child) ||
                         isa<CXXForRangeStmt>(child);
    if (!isScope) {
      for (const Stmt* inner : child->children()) visit(inner);
      return;
    }
    std::set<std::string> inside = around;
    inside.insert(here.begin(), here.end());
    findHiding(child, std::move(inside), hiding);
  };
  for (const Stmt* child : part->children()) visit(child);
}

// The block that declares the variable in a statement of its list; null: a head of a loop or another place does.
const CompoundStmt* blockOf(const Stmt* part, const VarDecl& variable) {
  if (!part) return nullptr;
  const auto* block = dyn_cast<CompoundStmt>(part);
  for (const Stmt* child : part->children()) {
    const auto* declarations = block ? dyn_cast_or_null<DeclStmt>(child) : nullptr;
    if (declarations && llvm::is_contained(declarations->decls(), &variable)) return block;
    if (const CompoundStmt* found = blockOf(child, variable)) return found;
  }
  return nullptr;
}

}  // namespace

KernelNames::KernelNames(const FunctionDecl& kernel) : kernel_(kernel) {
  Collector all;
  all.walk(kernel.getBody());
  for (const NamedDecl* one : all.declared) {
    ++declared_[plainName(*one)];
    if (!isa<VarDecl>(one)) otherThanVariables_.insert(plainName(*one));
  }
  for (const NamedDecl* one : all.named) {
    if (!isOfBody(*one)) foreign_.insert(plainName(*one));
  }
  foreign_.erase("");
  findHiding(kernel.getBody(), {}, hiding_);
  for (const DeclRefExpr* name : namesInTypes(kernel.getBody())) {
    if (const auto* variable = dyn_cast<VarDecl>(name->getDecl())) inTypes_.insert(variable);
  }
}

bool KernelNames::hasOtherMeaning(const std::string& name) const {
  const auto count = declared_.find(name);
  return count != declared_.end() && (count->second > 1 || foreign_.contains(name));
}

bool KernelNames::mayComeEarlier(const VarDecl& variable) const {
  const std::string name = plainName(variable);
  if (foreign_.contains(name)) return false;
  return !hiding_.contains(name) || isAloneInItsBlock(variable);
}

// What has the name outside of the block means nothing to text that stays inside.
bool KernelNames::isAloneInItsBlock(const VarDecl& variable) const {
  const CompoundStmt* block = blockOf(kernel_.getBody(), variable);
  if (!block) return false;
  Collector inside;
  inside.walk(block);
  const auto isOther = [&](const NamedDecl* one) { return one != &variable && plainName(*one) == plainName(variable); };
  return llvm::none_of(inside.named, isOther) && llvm::none_of(inside.declared, isOther);
}

std::string KernelNames::ambiguousIn(const VarDecl& variable) const {
  Collector used;
  used.walk(&variable);
  return ambiguousAmong(used.named);
}

std::string KernelNames::ambiguousIn(const Stmt& part) const {
  Collector used;
  used.walk(&part);
  return ambiguousAmong(used.named);
}

std::string KernelNames::ambiguousAmong(const std::set<const NamedDecl*>& named) const {
  for (const NamedDecl* one : named) {
    const auto count = declared_.find(plainName(*one));
    if (count != declared_.end() && count->second > (isOfBody(*one) ? 1 : 0)) return count->first;
  }
  return {};
}

std::string KernelNames::lostIn(const Stmt& part, const VariableSet& declared) const {
  Collector used;
  used.walk(&part);
  for (const NamedDecl* one : used.named) {
    const auto* variable = dyn_cast<VarDecl>(one);
    const bool isThere = variable && declared.contains(variable);
    if (isOfBody(*one) ? !isThere : otherThanVariables_.contains(plainName(*one))) return plainName(*one);
  }
  return {};
}

const VarDecl* KernelNames::namedInType(const VariableSet& variables) const {
  for (const VarDecl* variable : inTypes_) {
    if (variables.contains(variable)) return variable;
  }
  return nullptr;
}

// What stands in an instance for a branch that it does not take: an empty block, or nothing.
static bool isLeftOut(const Stmt* branch) {
  const auto* block = dyn_cast_or_null<CompoundStmt>(branch);
  return !branch || isa<NullStmt>(branch) || (block && block->body_empty());
}

std::string namedInLeftOut(const FunctionDecl& kernel, const std::set<std::string>& names) {
  const FunctionDecl* pattern = kernel.getTemplateInstantiationPattern();
  if (!pattern || !pattern->getBody()) return {};
  const auto asChoice = [](const Stmt& part) {
    const auto* choice = dyn_cast<IfStmt>(&part);
    return choice && choice->isConstexpr() ? choice : nullptr;
  };
  std::map<SourceLocation, const IfStmt*> taken;
  eachPart(kernel.getBody(), [&](const Stmt& part, const auto&) {
    if (const IfStmt* choice = asChoice(part)) taken[choice->getBeginLoc()] = choice;
  });
  std::string found;
  const auto look = [&](const Stmt& part, const auto&) {
    const auto* name = dyn_cast<DeclRefExpr>(&part);
    if (name && names.contains(name->getDecl()->getNameAsString())) found = name->getDecl()->getNameAsString();
  };
  eachPart(pattern->getBody(), [&](const Stmt& part, const auto&) {
    const IfStmt* written = asChoice(part);
    const auto instance = written ? taken.find(written->getBeginLoc()) : taken.end();
    if (instance == taken.end()) return;  // itself in a branch that is left out
    if (isLeftOut(instance->second->getThen())) eachPart(written->getThen(), look);
    if (isLeftOut(instance->second->getElse())) eachPart(written->getElse(), look);
  });
  return found;
}

std::string hiddenBuiltIn(const Editor& editor, const FunctionDecl& kernel) {
  for (const char* name : {"threadIdx", "blockIdx", "blockDim", "gridDim"}) {
    if (isMacroName(editor, name)) return name;
    for (const ParmVarDecl* argument : kernel.parameters()) {
      if (argument->getNameAsString() == name) return name;
    }
    const DeclarationName looked(&kernel.getASTContext().Idents.get(name));
    for (auto around = kernel.getDeclContext(); !around->isTranslationUnit(); around = around->getParent()) {
      if (!around->isTransparentContext() && !around->lookup(looked).empty()) return name;  // extern "C" is no scope
    }
  }
  return {};
}

}  // namespace warpwright::rewrite
