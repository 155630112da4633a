#include "analysis/rewrite/edit/launch_index.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <map>
#include <set>
#include <utility>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/project_files.h"
#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/edit/kernel_statements.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;
using model::writtenForm;
using Line = std::pair<uint32_t, std::string>;

struct LaunchWords {
  std::map<std::string, std::vector<LaunchWord>> byName;
};

void addLaunchWords(const Editor& editor, const std::string& file, LaunchWords& found) {
  const auto end = static_cast<uint32_t>(editor.textOf(file).size());
  const std::vector<RawToken> tokens = editor.tokens({file, 0, end});
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].isIdentifier) continue;
    size_t next = i + 1;
    while (next < tokens.size() && next < i + 24 && tokens[i + 1].is("<") && !tokens[next].is("<<<") &&
           !tokens[next].is(";") && !tokens[next].is("{")) {
      ++next;
    }
    const bool isSpaced = next + 1 < tokens.size() && tokens[next].is("<<") && tokens[next + 1].is("<");
    if (next >= tokens.size() || !(tokens[next].is("<<<") || isSpaced)) continue;
    found.byName[std::string(tokens[i].text)].push_back({file, editor.lineOf(file, tokens[i].begin)});
  }
}

/// Of the statements of kernels, by their numbers, those that tell of one: most are about others.
struct StatementsByKernel {
  std::map<const FunctionDecl*, std::vector<size_t>> naming;  ///< by its written form
  std::map<const FunctionDecl*, std::set<Line>> lines;        ///< of the launches of each
  std::map<Line, std::vector<size_t>> launches;               ///< all in a line
};

/// The functions that a statement is about, as written: what it launches, names, hands on or may choose from.
std::set<const FunctionDecl*> functionsIn(Stmt& statement) {
  std::set<const FunctionDecl*> all;
  const auto addNamed = [&](const Expr* value) {
    const auto* name = dyn_cast<DeclRefExpr>(value);
    const auto* function = name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
    if (function) all.insert(writtenForm(function));
  };
  if (const auto* launch = dyn_cast<CUDAKernelCallExpr>(&statement); launch && launch->getDirectCallee())
    all.insert(writtenForm(launch->getDirectCallee()));
  if (const auto* call = dyn_cast<CallExpr>(&statement)) {
    for (const Expr* argument : call->arguments()) {
      const Expr* value = argument->IgnoreParenCasts();
      if (const auto* taken = dyn_cast<UnaryOperator>(value); taken && taken->getOpcode() == UO_AddrOf)
        value = taken->getSubExpr()->IgnoreParenCasts();
      addNamed(value);
    }
  }
  if (const auto* name = dyn_cast<DeclRefExpr>(&statement)) addNamed(name);
  if (const auto* name = dyn_cast<OverloadExpr>(&statement)) {
    for (const NamedDecl* candidate : name->decls()) {
      if (const FunctionDecl* function = candidate->getUnderlyingDecl()->getAsFunction())
        all.insert(function->getCanonicalDecl());
    }
  }
  return all;
}

const StatementsByKernel& statementsByKernel(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<StatementsByKernel>(unit, [&] {
    StatementsByKernel made;
    const std::vector<Stmt*>& all = kernelStatements(unit);
    for (size_t i = 0; i < all.size(); ++i) {
      for (const FunctionDecl* one : functionsIn(*all[i])) made.naming[one].push_back(i);
      const auto* launch = dyn_cast<CUDAKernelCallExpr>(all[i]);
      if (!launch) continue;
      const SourcePosition at = positionAt(unit, launch->getBeginLoc());
      made.launches[{at.line, at.file}].push_back(i);
      if (const FunctionDecl* callee = launch->getDirectCallee())
        made.lines[writtenForm(callee)].emplace(at.line, at.file);
    }
    return made;
  });
}

}  // namespace

const std::vector<LaunchWord>& launchWordsOf(const Editor& editor, const std::string& name) {
  static const std::vector<LaunchWord> none;
  const auto& words = frontend::keptFact<LaunchWords>(*editor.unit(), [&] {
    LaunchWords all;
    for (const std::string& file : frontend::projectFiles(*editor.unit())) addLaunchWords(editor, file, all);
    return all;
  });
  const auto found = words.byName.find(name);
  return found == words.byName.end() ? none : found->second;
}

std::vector<Stmt*> statementsAbout(const Editor& editor, const FunctionDecl& kernel) {
  const StatementsByKernel& known = statementsByKernel(*editor.unit());
  std::set<size_t> numbers;
  const auto add = [&](const auto& lists, const auto& key) {
    if (const auto found = lists.find(key); found != lists.end())
      numbers.insert(found->second.begin(), found->second.end());
  };
  add(known.naming, writtenForm(&kernel));
  if (const auto own = known.lines.find(writtenForm(&kernel)); own != known.lines.end()) {
    for (const Line& line : own->second) add(known.launches, line);
  }
  for (const LaunchWord& word : launchWordsOf(editor, kernel.getNameAsString()))
    add(known.launches, Line(word.line, word.file));
  const std::vector<Stmt*>& all = kernelStatements(*editor.unit());
  std::vector<Stmt*> statements;
  for (const size_t number : numbers) statements.push_back(all[number]);
  return statements;
}

}  // namespace warpwright::rewrite
