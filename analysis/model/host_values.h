#pragma once

#include <clang/Basic/SourceLocation.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <array>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/model/code_pieces.h"
#include "analysis/model/handed_functions.h"
#include "analysis/model/read_references.h"
#include "analysis/model/source_text.h"

namespace clang {
class ASTContext;
class CallExpr;
class BinaryOperator;
class CXXConstructExpr;
class CXXRecordDecl;
class CompoundAssignOperator;
class ConditionalOperator;
class Decl;
class Expr;
class FunctionDecl;
class MemberExpr;
class NamedDecl;
class ParmVarDecl;
class Stmt;
class UnaryOperator;
class VarDecl;
}  // namespace clang

namespace warpwright::model {

/// What is assigned to the variables of host code, and from where functions are called. Conditions are not looked at:
/// the values of a variable are all those that some assignment may give it.
class HostFacts {
 public:
  struct Assignment {
    /// Null: something that is not a plain assignment. `b.x /= 2` as a whole, where it always runs.
    const clang::Expr* value = nullptr;
    clang::SourceLocation at;
    bool always = false;  ///< a statement of the block that declares the variable
  };
  struct Variable {
    std::vector<Assignment> whole;
    std::array<std::vector<Assignment>, 3> members;  ///< .x, .y and .z of a dim3
    std::map<const clang::Decl*, Variable> fields;   ///< of a structure
    bool isDeclared = false;                         ///< `whole` has what it begins with
    clang::SourceLocation captured;                  ///< where a lambda gets it by reference; invalid: none does

    /// Is anything assigned to it but what it begins with?
    bool isSetAgain(const clang::VarDecl& declaration) const;
  };

  struct LaunchSite {
    const clang::CallExpr* call = nullptr;
    std::vector<std::pair<const clang::Expr*, bool>> conditions;  ///< of the `if`s around it: which side it stands on
    /// Of the `switch`es around it: what is switched on, and the labels that lead to it. `default` is none of these:
    /// such a switch is left out.
    std::vector<std::pair<const clang::Expr*, std::vector<const clang::Expr*>>> cases;
  };

  /// `functions`: those of the project, in source order. `code`: all there is. `isWholeProgram`: no other file uses
  /// what has external linkage here, but for what other files say (namesElsewhere).
  HostFacts(const frontend::ParsedUnit& unit, const std::vector<const clang::FunctionDecl*>& functions,
            const CodePieces& code, bool isWholeProgram);

  const Variable* variable(const clang::VarDecl* declaration) const;
  const std::vector<const clang::CallExpr*>& callsOf(const clang::FunctionDecl* function) const;
  /// Is the function named other than in a call, or to be called in sight? Then it may be called with anything.
  bool isHandedOn(const clang::FunctionDecl* function) const;
  /// What is handed on, by its canonical declaration, with a place where that is done. Kernels among them may be
  /// launched from anywhere: their address is taken, kept other than in a local variable that is only launched through,
  /// given to a function or template that does not just look at it, …
  const std::map<const clang::Decl*, clang::SourceLocation>& handedOn() const { return handedOn_; }
  /// Is what a parameter refers to never changed by way of it?
  bool onlyReads(const clang::ParmVarDecl& parameter) const { return references_.onlyReads(parameter); }
  /// Is it the class of a lambda that functions outside of the project get? They may call it with anything.
  bool isGivenAway(const clang::CXXRecordDecl* record) const;
  /// Kernel launches and calls of cudaLaunchKernel, in source order of their functions.
  const std::vector<LaunchSite>& launches() const { return launches_; }
  /// Can no other file call the function, or set the variable, and no code that the host does not have?
  bool isClosed(const clang::NamedDecl& declaration) const;

 private:
  friend class HostFactCollector;
  struct Kept {
    const clang::Decl* kernel = nullptr;
    const clang::Decl* variable = nullptr;
    clang::SourceLocation at;
  };
  bool isOnlyLaunched(const clang::Decl* variable) const;

  std::map<const clang::Decl*, Variable> variables_;
  std::map<const clang::Decl*, std::vector<const clang::CallExpr*>> calls_;
  std::map<const clang::Decl*, clang::SourceLocation> handedOn_;
  std::set<const clang::Decl*> givenAway_;      ///< classes, and those that they are made of
  std::set<const clang::Decl*> readOtherwise_;  ///< variables that are used for more than launching what they hold
  std::vector<Kept> kept_;
  std::vector<LaunchSite> launches_;
  const HandedFunctions& handed_;
  const ReadReferences& references_;
  bool isWholeProgram_ = false;
  std::set<std::string> saidElsewhere_;  ///< names
  std::string assembly_;                 ///< of host code: it may set what it names
};

/// Folds expressions of host code to the values they may have.
class HostFolder {
 public:
  using Values = std::optional<std::set<int64_t>>;  ///< nothing: not constant; see `reason`
  using Shape = std::array<Values, 3>;

  HostFolder(const frontend::ParsedUnit& unit, const HostFacts& facts);

  Values values(const clang::Expr* expression);
  /// Of an expression of type dim3 or of an integer that becomes one.
  Shape shape(const clang::Expr* expression);
  /// The variable that an expression names, if it keeps one value from where its function starts, or where it is
  /// declared, to its end. Null: another expression, or a variable that changes.
  const clang::VarDecl* steadyVariable(const clang::Expr* expression) const;
  /// From now on the variable has one of these values: those that lead to the place that is looked at.
  void suppose(const clang::VarDecl* variable, std::set<int64_t> values);
  /// From now on the function around the place that is looked at is called by one of these.
  void suppose(const clang::FunctionDecl* function, std::vector<const clang::CallExpr*> callers);
  void supposeNothing();
  /// Why the last expression could not be folded, with the line.
  const Message& reason() const { return reason_; }
  void clearReason() { reason_.clear(); }

 private:
  Values fail(const clang::Expr* expression, const Message& why);
  Values compute(const clang::Expr* expression);
  Values ofVariable(const clang::VarDecl* variable, const clang::Expr* use);
  Values ofParameter(const clang::VarDecl* parameter, const clang::Expr* use);
  Shape shapeOfParameter(const clang::VarDecl* parameter, const clang::Expr* use);
  /// What all calls of its function give it; nothing where they are not all known.
  std::optional<std::vector<const clang::Expr*>> passedFor(const clang::ParmVarDecl& parameter, const clang::Expr* use);
  bool isCalledUnseen(const clang::FunctionDecl& function) const;
  /// What is supposed of a place says nothing of other calls of its function: its callers, which may be this function
  /// again, and whatever set a variable that lives longer.
  void supposingNothing(llvm::function_ref<void()> look);
  bool isOfLibrary(const clang::VarDecl& variable) const;
  bool hasBaseOfLibrary(const clang::CXXRecordDecl& record) const;
  Values ofMember(const clang::Expr* expression);
  Values ofCompound(const clang::CompoundAssignOperator& operation);
  Values ofChoice(const clang::ConditionalOperator& choice);
  Values ofUnary(const clang::UnaryOperator& operation);
  Values ofBinary(const clang::BinaryOperator& operation);
  Shape shapeOfConstruction(const clang::CXXConstructExpr& made, const clang::Expr* use);
  Shape shapeOfField(const clang::MemberExpr& member, const clang::Expr* use);
  Shape shapeOfVariable(const clang::VarDecl* variable, const clang::Expr* use);
  Shape shapeFrom(const HostFacts::Variable& facts, bool inOrder, const clang::Expr* use);
  /// What is ever assigned to `config.block`; nothing where that is not known.
  std::optional<HostFacts::Variable> fieldOf(const clang::MemberExpr& member) const;
  /// The values that an element of a local array may have: `blocks[i]`, or the variable of a range-based `for`.
  std::optional<std::vector<const clang::Expr*>> elementsOf(const clang::Expr* expression);
  std::vector<HostFacts::Assignment> reaching(const std::vector<HostFacts::Assignment>& all,
                                              const clang::Expr* use) const;

  clang::ASTContext& context_;
  SourceText text_;
  const HostFacts& facts_;
  Message reason_;
  std::set<const clang::Decl*> inProgress_;
  std::map<const clang::Decl*, std::set<int64_t>> supposed_;
  std::map<const clang::Decl*, std::vector<const clang::CallExpr*>> supposedCallers_;  ///< by the function
};

}  // namespace warpwright::model
