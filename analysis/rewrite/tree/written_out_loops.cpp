#include "analysis/rewrite/tree/written_out_loops.h"

#include <clang/AST/Stmt.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <cstdint>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/tree/constant_loops.h"

namespace warpwright::rewrite {

using namespace clang;

std::optional<int> roundsOf(const Stmt& loop, const ASTContext& context, int most) {
  const auto* counted = dyn_cast<ForStmt>(&loop);
  const std::optional<CountingLoop> read = counted ? countingLoop(counted, context) : std::nullopt;
  const std::optional<int64_t> first = read ? valueOf(read->first, {}, context) : std::nullopt;
  if (!first) return std::nullopt;
  KnownValues known{{read->counter, *first}};
  for (int round = 0; round <= most; ++round, known[read->counter] += read->step) {
    const std::optional<bool> goes = goesOn(*read, known, context);
    if (!goes) return std::nullopt;
    if (!*goes) return round;
  }
  return std::nullopt;
}

bool isWrittenOut(const Stmt& loop, const ASTContext& context, int most) {
  const std::optional<int> rounds = roundsOf(loop, context, most);
  if (!rounds) return false;
  const int left = most / std::max(1, *rounds);
  return !frontend::anyPart(&loop, [&](const Stmt& part) {
    return &part != &loop && isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(part) &&
           !isWrittenOut(part, context, left);
  });
}

}  // namespace warpwright::rewrite
