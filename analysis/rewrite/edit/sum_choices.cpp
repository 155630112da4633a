#include "analysis/rewrite/edit/sum_choices.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/model/language_functions.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

constexpr size_t mostSums = 12;  ///< of a statement, of which all ways are tried

/// Of `all`, the subset of `size` of that number, those of the first ones first; false: there are not so many.
bool chosen(size_t all, size_t size, size_t number, std::vector<bool>& subset) {
  subset.assign(all, false);
  std::fill(subset.begin(), subset.begin() + static_cast<std::ptrdiff_t>(std::min(size, all)), true);
  for (; number > 0; --number) {
    if (!std::prev_permutation(subset.begin(), subset.end())) return false;
  }
  return true;
}

}  // namespace

namespace {

/// What is computed whole: expressions that are no part of another one, and what variables are given. `value`: null for
/// a variable that is given nothing.
using StatementTaker = std::function<void(clang::SourceLocation begin, clang::SourceLocation end, const clang::Expr*)>;
void eachStatement(const clang::Stmt& body, const StatementTaker& take) {
  if (const auto* declares = llvm::dyn_cast<clang::DeclStmt>(&body)) {
    for (const clang::Decl* one : declares->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      if (variable) take(one->getLocation(), one->getEndLoc(), variable->getInit());
    }
    return;
  }
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(&body))
    return take(body.getBeginLoc(), body.getEndLoc(), expression);
  for (const clang::Stmt* child : body.children()) {
    if (child) eachStatement(*child, take);
  }
}

/// Of CUDA's functions, some that compilers make without a sum: instructions, products, and what is no number.
bool hasNoSum(const clang::FunctionDecl& function) {
  static const std::set<std::string> names = {"__cosf",
                                              "__dadd_rn",
                                              "__dmul_rn",
                                              "__dsub_rn",
                                              "__exp10f",
                                              "__expf",
                                              "__fadd_rn",
                                              "__fdividef",
                                              "__fma_rn",
                                              "__fmaf_rn",
                                              "__fmul_rn",
                                              "__fsub_rn",
                                              "__ldg",
                                              "__log10f",
                                              "__log2f",
                                              "__logf",
                                              "__powf",
                                              "__sinf",
                                              "__fsqrt_rn",
                                              "__dsqrt_rn",
                                              "__saturatef",
                                              "__int_as_float",
                                              "__float_as_int",
                                              "__shfl_sync",
                                              "__shfl_up_sync",
                                              "__shfl_down_sync",
                                              "__shfl_xor_sync",
                                              "abs",
                                              "fabs",
                                              "fabsf",
                                              "fmax",
                                              "fmaxf",
                                              "fmin",
                                              "fminf",
                                              "isfinite",
                                              "isinf",
                                              "isnan",
                                              "max",
                                              "min"};
  return function.getDeclName().isIdentifier() && names.contains(function.getNameAsString()) &&
         model::isOfLanguage(function);
}

bool hasBodyInProject(const frontend::ParsedUnit& unit, const clang::FunctionDecl* function) {
  const clang::FunctionDecl* definition = nullptr;
  return function && function->hasBody(definition) && unit.isProjectFile(fileNameAt(unit, definition->getLocation()));
}

}  // namespace

void noteStatementLines(const frontend::ParsedUnit& unit, const clang::Stmt& body, StatementLines& lines) {
  eachStatement(body, [&](clang::SourceLocation begin, clang::SourceLocation end, const clang::Expr*) {
    uint32_t& last = lines[positionAt(unit, begin).line];
    last = std::max(last, positionAt(unit, end).line);
  });
}

void noteLibraryCalls(const frontend::ParsedUnit& unit, const clang::Stmt& body, std::set<uint32_t>& lines) {
  eachStatement(body, [&](clang::SourceLocation begin, clang::SourceLocation, const clang::Expr* value) {
    const Mentions mentions = mentionsOf(value);
    bool isLibrary = mentions.strange || mentions.destroyed;
    for (const auto& call : mentions.calls) {
      const clang::FunctionDecl* called = call.node->getDirectCallee();
      isLibrary |= !hasBodyInProject(unit, called) && !(called && hasNoSum(*called));
    }
    for (const clang::CXXConstructExpr* made : mentions.made)
      isLibrary |= !made->getConstructor()->isTrivial() && !hasBodyInProject(unit, made->getConstructor());
    if (isLibrary) lines.insert(positionAt(unit, begin).line);
  });
}

bool isLeft(const SumChoices& choices, uint32_t line) {
  const auto choice = choices.find(line);
  return choice != choices.end() && choice->second.isLeft;
}

uint32_t firstLine(const StatementLines& lines, uint32_t line) {
  const auto next = lines.upper_bound(line);
  if (next == lines.begin()) return line;
  const auto& [first, last] = *std::prev(next);
  return line <= last ? first : line;
}

void ChosenSums::begin() {
  known_ = std::exchange(sums_, {});
}

bool ChosenSums::takes(uint32_t line, bool& other) {
  const size_t index = sums_[line]++;
  const auto choice = choices_.find(line);
  const auto known = known_.find(line);
  if (choice == choices_.end() || known == known_.end()) return true;
  const size_t all = known->second, size = static_cast<size_t>(choice->second.share * static_cast<double>(all) + 0.5);
  std::vector<bool> subset;
  size_t number = choice->second.attempt;
  while (!chosen(all, size, number, subset)) {
    if (other || all > mostSums) return true;
    size_t ways = 0;
    while (chosen(all, size, ways, subset)) ++ways;
    number -= ways;
    other = true;
  }
  return index >= subset.size() || subset[index];
}

}  // namespace warpwright::rewrite
