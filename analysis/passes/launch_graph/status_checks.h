#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/source_text.h"

namespace clang {
class CallExpr;
class Expr;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::passes {

/// Statements that ask CUDA whether all went well, or wait until it has, and do nothing where it did:
/// `cudaGetLastError();`, `CHECK(cudaDeviceSynchronize());`, with the macro or function that looks at the answer.
class StatusChecks {
 public:
  /// A call that asks or waits.
  struct Asked {
    std::string function;
    const clang::CallExpr* call = nullptr;
    bool waits() const { return function.find("Synchronize") != std::string::npos; }
  };

  /// Requires: `unit` outlives this.
  explicit StatusChecks(const frontend::ParsedUnit& unit) : unit_(unit), text_(unit) {}

  /// Is the statement one? Those in front of it were read, too: it may look at an answer that one of them keeps.
  /// `asked` gets its calls.
  bool read(const clang::Stmt& statement, std::vector<Asked>& asked);
  /// Is it a variable that keeps an answer?
  bool isAnswer(const clang::VarDecl& variable) const { return successes_.contains(&variable); }

 private:
  bool isQuiet(const clang::Stmt* statement);
  bool isQuietCall(const clang::CallExpr& call);
  bool isSuccess(const clang::Expr* value);
  enum class Outcome : uint8_t { no, yes, unknown };
  Outcome outcomeOf(const clang::Expr* condition);

  const frontend::ParsedUnit& unit_;
  model::SourceText text_;
  std::set<const clang::VarDecl*> successes_;  ///< variables that hold cudaSuccess
  std::vector<Asked> asked_;
  bool looks_ = false;  ///< it asks, or looks at an answer
  int depth_ = 0;
};

}  // namespace warpwright::passes
