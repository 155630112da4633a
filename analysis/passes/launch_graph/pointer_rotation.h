#pragma once

#include <map>
#include <set>

namespace clang {
class VarDecl;
}

namespace warpwright::passes {

/// Variables that change places while a body runs: `std::swap(a, b)`, `t = a; a = b; b = t`.
class PointerRotation {
 public:
  /// The variable gets the value that another has. `from` null: another value.
  void set(const clang::VarDecl& variable, const clang::VarDecl* from);
  void swap(const clang::VarDecl& first, const clang::VarDecl& second);

  /// Does another have the first value of the variable?
  bool isCopied(const clang::VarDecl& variable) const;
  /// How often the body has to run until each variable has its value again, but for those that it sets before it looks
  /// at them (`fresh`); 0: it never has.
  unsigned order(const std::set<const clang::VarDecl*>& fresh) const;

 private:
  const clang::VarDecl* valueOf(const clang::VarDecl& variable) const;

  std::map<const clang::VarDecl*, const clang::VarDecl*> now_;  ///< whose first value it has; null: another's
};

}  // namespace warpwright::passes
