#pragma once

#include <set>
#include <utility>
#include <vector>

#include "analysis/model/source_text.h"

namespace clang {
class CallExpr;
class CastExpr;
class CXXConstructExpr;
class Expr;
class FunctionDecl;
class InitListExpr;
class RecordDecl;
class Stmt;
class ValueDecl;
}  // namespace clang

namespace warpwright::model {

/// Numbers in code that addresses are made to, and what is computed from them: added to a pointer, they may lead into
/// other memory. An array, a container or an object is one place for all the numbers in it; so is what a function
/// returns.
class AddressNumbers {
 public:
  /// `text`: of the unit.
  explicit AddressNumbers(const SourceText& text) : text_(&text) {}

  /// Reads one statement or expression, its parts aside.
  void look(const clang::Stmt& part);
  /// What a variable or a member is made from.
  void set(const clang::ValueDecl& declared, const clang::Expr& initial);
  /// All has been looked at.
  void close();
  /// Requires: closed.
  bool isIn(const clang::Expr& number) const;

 private:
  void lookAtCall(const clang::CallExpr& call);
  void lookAtMade(const clang::CXXConstructExpr& made);
  void lookAtList(const clang::InitListExpr& list);
  void lookAtCast(const clang::CastExpr& cast);
  void lookAtLibrary(const clang::CallExpr& call, const clang::FunctionDecl& callee);
  bool handsOn(const clang::CallExpr& call, const clang::FunctionDecl& callee) const;
  void put(const clang::Expr& place, const clang::Expr& value);
  bool isMade(const clang::Stmt& part) const;

  const SourceText* text_;
  std::vector<std::pair<const clang::ValueDecl*, const clang::Expr*>> set_;
  std::vector<const clang::Expr*> lost_;                                           ///< put where nothing is named
  std::vector<std::pair<const clang::ValueDecl*, const clang::ValueDecl*>> ways_;  ///< from one to what it leads to
  std::set<const clang::FunctionDecl*> called_;
  std::set<const clang::RecordDecl*> recast_;  ///< seen as something else
  std::set<const clang::ValueDecl*> made_;
  bool isAnywhere_ = false;  ///< what is not named may be one
};

}  // namespace warpwright::model
