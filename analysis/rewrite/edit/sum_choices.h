#pragma once

#include <clang/Basic/SourceLocation.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/rewrite/source/edits.h"

namespace clang {
class Expr;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// Which sums of a statement take a product, where it is not each that could.
struct SumChoice {
  double share = 1;     ///< how many of them do, in parts of all that could
  size_t attempt = 0;   ///< which of the ways to choose so many: the first ones first; then those that take the second
                        ///< of two products
  bool isLeft = false;  ///< the statement stays as it is written: compilers choose
};
/// What compilers made of one sum, wherever they made it.
struct KnownSum {
  bool isFused = false;       ///< it takes a product
  std::set<TextRange> added;  ///< operators of products that it adds, where it takes another one
};
struct SumChoices {
  std::map<uint32_t, SumChoice> statements;  ///< by the line that one begins at
  std::map<TextRange, KnownSum> sums;        ///< by their operators; of statements that have no choice above

  bool areNone() const { return statements.empty() && sums.empty(); }
  bool isLeft(uint32_t line) const;
};

/// What a body computes whole: expressions that are no part of another one, and what variables are given. `value`: null
/// for a variable that is given nothing.
using StatementTaker =
    std::function<void(clang::SourceLocation begin, clang::SourceLocation end, const clang::Expr* value)>;
void eachStatement(const clang::Stmt& body, const StatementTaker& take);

/// The lines that statements with expressions go over, in whatever function: the last by the first.
using StatementLines = std::map<uint32_t, uint32_t>;

/// Notes those of a function's body.
void noteStatementLines(const frontend::ParsedUnit& unit, const clang::Stmt& body, StatementLines& lines);

/// The line that the statement of a line begins at. Compilers name any that it goes over.
uint32_t firstLine(const StatementLines& lines, uint32_t line);

/// What the choices say of sums, each asked for in turn; twice, for their number has to be known first.
class ChosenSums {
 public:
  explicit ChosenSums(const SumChoices& choices) : choices_(choices) {}

  /// All have been asked for once; now it counts.
  void begin();
  struct Said {
    bool isFused = true;
    bool takesOther = false;                     ///< of two products the one that it would not take
    bool isChosen = false;                       ///< something is known of it
    const std::set<TextRange>* added = nullptr;  ///< KnownSum
  };
  /// What is said of the next sum of the statement. `sign`: its operator.
  Said next(uint32_t line, const TextRange& sign);

 private:
  bool takes(uint32_t line, bool& other);

  const SumChoices& choices_;
  std::map<uint32_t, size_t> sums_, known_;  ///< by line
};

}  // namespace warpwright::rewrite
