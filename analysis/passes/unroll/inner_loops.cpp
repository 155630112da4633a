#include "analysis/passes/unroll/inner_loops.h"

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/tree/written_out_loops.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// So many are worth being written out where somebody asks for it.
constexpr int mostRoundsOffered = 32;

bool isLoop(const Stmt& statement) {
  return isa<ForStmt, WhileStmt, DoStmt>(statement);
}

bool isAnyLoop(const Stmt& statement) {
  return isLoop(statement) || isa<CXXForRangeStmt>(statement);
}

/// One that compilers do not write out. Those that they do are statements of the loop around them.
bool holdsLoop(const Stmt& loop, const ASTContext& context) {
  return frontend::anyPart(&loop, [&](const Stmt& part) {
    return &part != &loop && isAnyLoop(part) && !isWrittenOut(part, context, roundsWrittenOut);
  });
}

class Walk {
 public:
  Walk(const Editor& editor, const ASTContext& context) : editor_(editor), context_(context) {}

  void into(const Stmt* statement, const Stmt* parent) {
    if (!statement || isa<LambdaExpr>(statement)) return;
    if (isLoop(*statement) && !holdsLoop(*statement, context_)) note(*statement, parent);
    for (const Stmt* child : statement->children()) into(child, statement);
  }

  InnerLoops found;

 private:
  void note(const Stmt& loop, const Stmt* parent) {
    if (roundsOf(loop, context_, roundsWrittenOut))
      return leave({"The loop at %1 has few rounds: compilers write them out.", at(loop)});
    if (parent && isa<AttributedStmt>(parent)) return leave({"The loop at %1 says how it is unrolled.", at(loop)});
    const SourceLocation begin = loop.getBeginLoc();
    const Result<TextRange> where = editor_.locate(begin);
    if (begin.isMacroID() || !where.ok()) return leave({"A macro spells the loop at %1.", at(loop)});
    const uint32_t line = editor_.lineStart(where->file, where->begin);
    const bool continues = editor_.textOf(where->file).substr(0, line).ends_with("\\\n");
    if (continues || !beginsLine(editor_, *where)) return leave({"The loop at %1 does not begin its line.", at(loop)});
    found.loops.push_back(&loop);
    found.rounds = std::max(found.rounds, roundsOf(loop, context_, mostRoundsOffered).value_or(0));
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
