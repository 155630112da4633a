#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/compaction/plan.h"

namespace warpwright::rewrite {

/// How declarations are spelled in a compacted kernel, and what changes where variables are named.
class DeclarationText {
 public:
  /// Keeps references. `kernel`: the definition as written.
  DeclarationText(const Editor& editor, const CompactionPlan& plan, const clang::FunctionDecl& kernel,
                  KernelText& text);

  const Message& problem() const { return problem_; }

  /// Enters the changes of variables that each merged thread has its own of into the text.
  void changeUses(const std::string& counter, const std::string& count);
  /// What each merged thread needs for an argument that it changes: "float *in_of = in;", or an array's declaration.
  std::string ownArgument(const clang::VarDecl& argument) const;
  std::string nameOfOwn(const clang::VarDecl& argument) const { return own_.at(&argument); }

  /// Is it the first variable of its statement, or no declaration? The comments around belong to that one.
  bool isFirst(const CodeStatement& code) const;
  /// Does it get text of its own? Not where an earlier variable of the statement prints the whole of it.
  bool isPrinted(const CodeStatement& code) const;

  std::string outside(const CodeStatement& code, uint32_t begin, uint32_t end, const std::string& count) const;
  /// Inside a merged loop. What has to stand before the loop is added to `before`. May be empty.
  std::string inside(const CodeStatement& code, uint32_t begin, uint32_t end, const std::string& index,
                     const std::string& counter, const std::string& count, std::vector<std::string>& before);
  /// At the top of a merged loop.
  std::string again(const CodeStatement& code, const std::string& index);

  /// How often a statement names the thread's index, as it is printed.
  int indicesIn(const CodeStatement& code, uint32_t begin, uint32_t end) const;
  int indicesInValue(const CodeStatement& code) const;
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
  void changeIn(const clang::Stmt* part, const std::string& counter);
  TextRange valueOf(const CodeStatement& code) const;
  std::string declarator(const clang::VarDecl& variable, const std::string& name, bool dropsConst) const;
  bool mayDepend(const clang::Expr& value) const;
  std::string writtenType(const clang::VarDecl& variable) const;
  std::string listOf(const CodeStatement& code, uint32_t begin, const std::string& index,
                     std::vector<std::string>& before);
  std::string alone(const CodeStatement& code, const std::string& index) const;
  void refuse(uint32_t line, const std::string& what) const;

  const Editor& editor_;
  const CompactionPlan& plan_;
  KernelText& text_;
  bool isTemplate_;
  std::string counter_, count_;
  std::map<const clang::Stmt*, Statement> statements_;
  std::map<const CodeStatement*, const MergedLoop*> loopOf_;
  std::map<uint32_t, const clang::VarDecl*> written_;  ///< variables of the pattern by place
  std::map<const clang::VarDecl*, std::string> own_;   ///< what arguments are called that merged threads change
  std::set<const clang::VarDecl*> commented_;          ///< repeated declarations whose comment has been printed
  mutable Message problem_;
};

}  // namespace warpwright::rewrite
