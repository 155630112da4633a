#include "analysis/rewrite/edit/sum_choices.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "analysis/rewrite/source/editor.h"

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

void noteStatementLines(const frontend::ParsedUnit& unit, const clang::Stmt& body, StatementLines& lines) {
  eachStatement(body, [&](clang::SourceLocation begin, clang::SourceLocation end, const clang::Expr*) {
    uint32_t& last = lines[positionAt(unit, begin).line];
    last = std::max(last, positionAt(unit, end).line);
  });
}

bool SumChoices::isLeft(uint32_t line) const {
  const auto choice = statements.find(line);
  return choice != statements.end() && choice->second.isLeft;
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

ChosenSums::Said ChosenSums::next(uint32_t line, const TextRange& sign) {
  Said said;
  said.isFused = takes(line, said.takesOther);
  said.isChosen = choices_.statements.contains(line);
  const auto one = choices_.sums.find(sign);
  if (said.isChosen || one == choices_.sums.end()) return said;
  return {one->second.isFused, false, true, &one->second.added};
}

bool ChosenSums::takes(uint32_t line, bool& other) {
  const size_t index = sums_[line]++;
  const auto choice = choices_.statements.find(line);
  const auto known = known_.find(line);
  if (choice == choices_.statements.end() || known == known_.end()) return true;
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
