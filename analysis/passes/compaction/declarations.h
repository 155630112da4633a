#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/compaction/plan.h"
#include "analysis/passes/compaction/variables.h"

namespace warpwright::rewrite {

/// How declarations are spelled in a compacted kernel, and what changes where variables are named. Errors of all: a
/// type or a value that cannot be spelled, with its line.
class DeclarationText {
 public:
  /// Keeps references. `kernel`: the definition as written. `counter`, `count`: which of the merged threads, of how
  /// many.
  DeclarationText(const Editor& editor, const CompactionPlan& plan, const clang::FunctionDecl& kernel, KernelText& text,
                  std::string counter, std::string count);

  /// Enters the changes of variables that each merged thread has its own of into the text.
  Status changeUses() const;
  /// What each merged thread needs for an argument that it changes: "float *in_of = in;", or an array's declaration.
  Result<std::string> ownArgument(const clang::VarDecl& argument) const;
  std::string nameOfOwn(const clang::VarDecl& argument) const { return own_.at(&argument); }

  /// Is it the first variable of its statement, or no declaration? The comments around belong to that one.
  bool isFirst(const CodeStatement& code) const;
  /// Does it get text of its own? Not where an earlier variable of the statement prints the whole of it.
  bool isPrinted(const CodeStatement& code) const;

  Result<std::string> outside(const CodeStatement& code, uint32_t begin, uint32_t end) const;
  /// Inside a merged loop. What has to stand before the loop is added to `before`. May be empty.
  Result<std::string> inside(const CodeStatement& code, uint32_t begin, uint32_t end,
                             std::vector<std::string>& before) const;
  /// At the top of a merged loop. `index`: in place of the thread's index; empty: by its name.
  Result<std::string> again(const CodeStatement& code, const std::string& index);

  /// How often a statement names the thread's index, as it is printed.
  Result<int> indicesIn(const CodeStatement& code, uint32_t begin, uint32_t end) const;
  Result<int> indicesInValue(const CodeStatement& code) const;
  /// Is the variable's value the thread's index and nothing else?
  bool isOnlyIndex(const CodeStatement& code) const;

  /// "float " or "const T *": in front of a name.
  std::string valueType(const clang::Expr& value) const;

 private:
  struct Statement {
    std::vector<const CodeStatement*> parts;
    bool isWhole = true;  ///< all parts stay together as they are written
  };
  void collect(const CodeStatement& code);
  Status changeIn(const clang::Stmt* part, const std::string& counter) const;
  Result<TextRange> valueOf(const CodeStatement& code) const;
  Result<std::string> declarator(const clang::VarDecl& variable, const std::string& name, bool dropsConst) const;
  bool mayDepend(const clang::Expr& value) const;
  std::string writtenType(const clang::VarDecl& variable) const;
  Result<std::string> listOf(const CodeStatement& code, uint32_t begin, std::vector<std::string>& before) const;
  std::string rendered(const CodeStatement& code, const TextRange& range, const std::string& index) const;
  Result<std::string> alone(const CodeStatement& code, const std::string& index) const;

  const Editor& editor_;
  const CompactionPlan& plan_;
  KernelText& text_;
  bool isTemplate_;
  std::string counter_, count_;
  std::map<const clang::Stmt*, Statement> statements_;
  std::map<const CodeStatement*, const MergedLoop*> loopOf_;
  std::map<uint32_t, const clang::VarDecl*> written_;  ///< variables of the pattern by place
  VariableMap<std::string> own_;                       ///< what arguments are called that merged threads change
  VariableSet commented_;                              ///< repeated declarations whose comment has been printed
};

}  // namespace warpwright::rewrite
