#pragma once

#include <map>
#include <set>
#include <string>

#include "analysis/passes/compaction/axis.h"
#include "analysis/passes/compaction/variables.h"

namespace clang {
class Decl;
class FunctionDecl;
class NamedDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

class Editor;

/// What the names in a kernel's body stand for: text that moves there, or is repeated, must keep its meaning.
class KernelNames {
 public:
  /// `kernel`: a definition without open types; it must outlive the object.
  explicit KernelNames(const clang::FunctionDecl& kernel);

  /// Has a variable, type or using-declaration of the body the name, while something else that has it is named there
  /// too? Arguments are something else.
  bool hasOtherMeaning(const std::string& name) const;

  /// May the variable be declared before text that stands before its declaration? Not where its name means something
  /// else there: what an enclosing scope or another file declares.
  bool mayComeEarlier(const clang::VarDecl& variable) const;

  /// A name in the variable's type or value, or in the part, that does not mean the same in all of the kernel; empty:
  /// none.
  std::string ambiguousIn(const clang::VarDecl& variable) const;
  std::string ambiguousIn(const clang::Stmt& part) const;

  /// A name in the part that would mean something else, or nothing, in text of its own in front of the kernel's body,
  /// where only these variables of the body are declared, in the order in which they are; empty: none.
  std::string lostIn(const clang::Stmt& part, const VariableSet& declared) const;

  /// A variable of the set that the kernel names outside of expressions, in `decltype(v)`, an array's size or an
  /// argument of a template, where no change of it is seen; null: none.
  const clang::VarDecl* namedInType(const VariableSet& variables) const;

 private:
  std::string ambiguousAmong(const std::set<const clang::NamedDecl*>& named) const;
  bool isAloneInItsBlock(const clang::VarDecl& variable) const;

  const clang::FunctionDecl& kernel_;
  std::map<std::string, int> declared_;       // how often the body declares the name
  std::set<std::string> otherThanVariables_;  // types and using-declarations of the body
  std::set<std::string> foreign_;             // what is named and declared elsewhere
  std::set<std::string> hiding_;              // declared inside a block around which it is declared, too
  VariableSet inTypes_;
};

/// A name of the set that the kernel's pattern spells in a branch of `if constexpr` which this instance of it leaves
/// out: no change is seen there, and the text must still be one. Empty: none, or the kernel is no instance.
std::string namedInLeftOut(const clang::FunctionDecl& kernel, const std::set<std::string>& names);

/// The name among threadIdx, blockIdx, blockDim and gridDim that an argument of the kernel, a namespace or class around
/// it, or a macro gives to something else; empty: none.
std::string hiddenBuiltIn(const Editor& editor, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
