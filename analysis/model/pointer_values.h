#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/model/pointer_cells.h"

namespace clang {
class DeclContext;
}

namespace warpwright::model {

/// What pointers in host code may hold, whatever the order that it runs in.
class PointerValues {
 public:
  explicit PointerValues(const PointerCells& cells) : cells_(cells) {}

  /// An object that a pointer may lead to, and how it came there.
  struct Value {
    const void* object = nullptr;                ///< a variable, or the code that makes it; null: not known
    std::vector<const clang::Expr*> calls = {};  ///< of the functions that gave it back, the innermost first
    const clang::Stmt* at = nullptr;             ///< where it was last; null: where its function begins
    bool isOnce = true;                          ///< each such object came there once at most
    bool isLocal = true;                         ///< by variables that end with their function
    int depth = 0;                               ///< of calls, where it is
  };
  using Values = std::vector<Value>;

  Values of(const clang::Expr& value) {
    steps_ = 0;
    return of(value, nullptr);
  }
  Values ofMember(const clang::Expr& structure, const std::string& path);
  Values ofVariable(const clang::Decl& variable) const;
  /// May one of the ones be one of the others?
  static bool mayMeet(const Values& ones, const Values& others);
  /// Do no two places of a cell ever hold the same, those aside that `others` set?
  bool holdsEachOnce(PointerCells::Cell cell, const std::set<const PointerCells::Write*>& others = {});

  /// Of a function that gives back the pointer that it gets; null: it does more.
  const clang::Expr* passesOn(const clang::CallExpr& call) const;
  /// The container whose own memory a value leads to: `all.data()`, `&all[i]`; null: it is none.
  const clang::Expr* memoryOf(const clang::Expr& value) const;

 private:
  /// A call that is looked into.
  struct Frame {
    PointerCells::Call call;
    const clang::FunctionDecl* callee = nullptr;
    const Frame* outer = nullptr;
    int depth = 0;
  };

  static int depthOf(const Frame* frame);
  static bool isOf(const Frame* frame, const clang::DeclContext* function);
  static Value madeAt(const clang::Stmt& at, const Frame* frame);
  Values of(const clang::Expr& value, const Frame* frame);
  Values ofPlace(const clang::Expr& place, const Frame* frame);
  Values ofAddress(const clang::Expr& place, const Frame* frame);
  Values ofCall(const clang::CallExpr& call, const Frame* frame);
  Values ofReturns(const clang::CallExpr& call, const clang::FunctionDecl& callee, const Frame* frame);
  Values ofLibrary(const clang::CallExpr& call, const Frame* frame);
  Values ofObject(const clang::Expr& object, const Frame* frame);
  Values ofMemory(const clang::Expr& container) const;
  Values ofCell(PointerCells::Cell cell, const Frame* frame);
  Values ofWrite(const PointerCells::Write& write, const Frame* frame);
  Values ofParameter(const clang::ParmVarDecl& parameter, const Frame* frame);
  Values ofArguments(llvm::ArrayRef<const clang::Expr*> arguments, const Frame* frame);
  void moveOn(Values& values, const clang::Stmt& at) const;

  const PointerCells& cells_;
  std::set<std::pair<PointerCells::Cell, const clang::Expr*>> asked_;  ///< whose values are being found, in which call
  std::set<PointerCells::Cell> circles_;                               ///< that hold what they held elsewhere
  int steps_ = 0;
};

}  // namespace warpwright::model
