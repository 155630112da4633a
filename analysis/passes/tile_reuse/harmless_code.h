#pragma once

#include <set>
#include <vector>

#include "analysis/model/library_functions.h"
#include "analysis/rewrite/source/editor.h"

namespace clang {
class Expr;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// Tells which code may be done by a thread that had not come to it, with whatever values: nobody sees that it was. It
/// changes variables of the thread, and touches no memory; it ends, and divides no whole number by one that may be 0.
class HarmlessCode {
 public:
  /// Keeps a reference.
  explicit HarmlessCode(const Editor& editor) : editor_(editor) {}

  /// Loads that become others, which are harmless.
  void allow(const std::vector<const clang::Expr*>& loads) { allowed_.insert(loads.begin(), loads.end()); }
  bool mayRun(const clang::Stmt& part);

 private:
  bool mayRunParts(const clang::Stmt& part);
  bool mayCompute(const clang::Expr& part);
  bool isOwn(const clang::Expr& place) const;
  bool mayCall(const clang::FunctionDecl* function);
  bool mayDeclare(const clang::Stmt& part);

  const Editor& editor_;
  std::set<const clang::Expr*> allowed_;
  std::shared_ptr<model::LibraryFunctions> library_;
};

}  // namespace warpwright::rewrite
