#pragma once

#include <vector>

namespace clang {
class ForStmt;
class FunctionDecl;
class IfStmt;
class Stmt;
}  // namespace clang

namespace warpwright::passes {

/// What each task of a kernel comes to, whatever its data says.
class TaskReach {
 public:
  /// `guard`: compares the number of the task with that of tasks; with `guardLeaves` its branch is `return`, else the
  /// task.
  TaskReach(const clang::FunctionDecl& kernel, const clang::IfStmt& guard, bool guardLeaves);

  /// What tasks do: the branch of the guard, or the kernel's body where the guard leaves.
  const clang::Stmt* region() const { return region_; }
  /// Is there a `return` besides the guard's?
  bool hasOtherReturn() const { return hasOtherReturn_; }
  /// Is a node evaluated by each task? `parents`: what is around it, from the kernel's body down. `rows`: loops over a
  /// task's row in which it may stand; it is evaluated for each element of the row then.
  bool isAlways(const clang::Stmt* node, const std::vector<const clang::Stmt*>& parents,
                const std::vector<const clang::ForStmt*>& rows = {}) const;

 private:
  const clang::Stmt* region_;
  bool hasOtherReturn_;
};

}  // namespace warpwright::passes
