#include "analysis/passes/unroll/inner_loops.h"

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <optional>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/tree/constant_loops.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// So many rounds nvcc and Clang write out.
constexpr int roundsWrittenOut = 16;

bool isLoop(const Stmt& statement) {
  return isa<ForStmt, WhileStmt, DoStmt>(statement);
}

bool holdsLoop(const Stmt& loop) {
  return frontend::anyPart(
      &loop, [&](const Stmt& part) { return &part != &loop && (isLoop(part) || isa<CXXForRangeStmt>(part)); });
}

/// Is it known to have few rounds?
bool hasFewRounds(const Stmt& loop, const ASTContext& context) {
  const auto* counted = dyn_cast<ForStmt>(&loop);
  const std::optional<CountingLoop> read = counted ? countingLoop(counted, context) : std::nullopt;
  const std::optional<int64_t> first = read ? valueOf(read->first, {}, context) : std::nullopt;
  if (!first) return false;
  KnownValues known{{read->counter, *first}};
  for (int round = 0; round <= roundsWrittenOut; ++round, known[read->counter] += read->step) {
    const std::optional<bool> goes = goesOn(*read, known, context);
    if (!goes) return false;
    if (!*goes) return true;
  }
  return false;
}

class Walk {
 public:
  Walk(const Editor& editor, const ASTContext& context) : editor_(editor), context_(context) {}

  void into(const Stmt* statement, const Stmt* parent) {
    if (!statement || isa<LambdaExpr>(statement)) return;
    if (isLoop(*statement) && !holdsLoop(*statement)) note(*statement, parent);
    for (const Stmt* child : statement->children()) into(child, statement);
  }

  InnerLoops found;

 private:
  void note(const Stmt& loop, const Stmt* parent) {
    if (hasFewRounds(loop, context_))
      return leave({"The loop at %1 has few rounds: compilers write them out.", at(loop)});
    if (parent && isa<AttributedStmt>(parent)) return leave({"The loop at %1 says how it is unrolled.", at(loop)});
    const SourceLocation begin = loop.getBeginLoc();
    const Result<TextRange> where = editor_.locate(begin);
    if (begin.isMacroID() || !where.ok()) return leave({"A macro spells the loop at %1.", at(loop)});
    const uint32_t line = editor_.lineStart(where->file, where->begin);
    const bool continues = editor_.textOf(where->file).substr(0, line).ends_with("\\\n");
    if (continues || !beginsLine(editor_, *where)) return leave({"The loop at %1 does not begin its line.", at(loop)});
    found.loops.push_back(&loop);
  }

  void leave(Message why) {
    if (found.why.empty()) found.why = std::move(why);
  }
  Message at(const Stmt& loop) const { return lineText(positionAt(*editor_.unit(), loop.getBeginLoc()).line); }

  const Editor& editor_;
  const ASTContext& context_;
};

}  // namespace

InnerLoops innerLoops(const Editor& editor, const FunctionDecl& kernel) {
  Walk walk(editor, kernel.getASTContext());
  walk.into(kernel.getBody(), nullptr);
  return std::move(walk.found);
}

}  // namespace warpwright::rewrite
