#include "analysis/passes/compaction/statements.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/loop_header.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;
using Kind = CodeStatement::Kind;

// The group of all threads of a block, as a variable or as it is asked for.
bool isBlockGroup(const Expr& group) {
  const CXXRecordDecl* record = group.getType()->getAsCXXRecordDecl();
  return record && record->getDeclName().isIdentifier() && record->getName() == "thread_block" &&
         record->getQualifiedNameAsString().find("cooperative_groups::") == 0;
}

// `__syncthreads()`, and what cooperative groups call it for a whole block: `cg::sync(block)`, `block.sync()`.
bool isBarrier(const Stmt* statement) {
  const auto* expression = dyn_cast_or_null<Expr>(statement);
  const auto* call = expression ? dyn_cast<CallExpr>(expression->IgnoreParenImpCasts()) : nullptr;
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getDeclName().isIdentifier()) return false;
  if (callee->getName() == "__syncthreads") return true;
  if (callee->getName() != "sync" || callee->getQualifiedNameAsString().find("cooperative_groups::") != 0) return false;
  const auto* member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParenImpCasts());
  const Expr* group = member ? member->getBase() : call->getNumArgs() == 1 ? call->getArg(0) : nullptr;
  const auto* name = group ? dyn_cast<DeclRefExpr>(group->IgnoreParenImpCasts()) : nullptr;
  return name && isBlockGroup(*name);
}

bool isLoop(const Stmt* statement) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement);
}

// Does the statement hold a break or continue that leaves it for a loop around it?
bool leavesLoop(const Stmt* statement, bool inLoop, bool inSwitch) {
  if (!statement || isa<Expr>(statement)) return false;
  if (isa<ContinueStmt>(statement)) return !inLoop;
  if (isa<BreakStmt>(statement)) return !inLoop && !inSwitch;
  const bool loop = inLoop || isLoop(statement), choice = inSwitch || isa<SwitchStmt>(statement);
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const Stmt* child) { return leavesLoop(child, loop, choice); });
}

bool holdsReturn(const Stmt* statement) {
  if (!statement || isa<Expr>(statement)) return false;
  if (isa<ReturnStmt>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), holdsReturn);
}

class CodeReader {
 public:
  CodeReader(const Editor& editor, EffectReader& reader, bool splitsHeaders)
      : editor_(editor), reader_(reader), splitsHeaders_(splitsHeaders) {}

  CodeStatement read(const Stmt* written) {
    CodeStatement code;
    code.statement = written;
    code.line = positionAt(*editor_.unit(), written->getBeginLoc()).line;
    code.hasReturn = holdsReturn(written);
    code.leavesLoop = leavesLoop(written, false, false);
    const Stmt* statement = ignoreWrappers(written);
    if (isBarrier(statement)) {
      code.kind = Kind::barrier;
      code.all.hasBarrier = true;
      return code;
    }
    if (const auto* block = dyn_cast<CompoundStmt>(statement)) {
      code.kind = Kind::block;
      for (const Stmt* child : block->body()) readInto(code.children, child);
    } else if (const auto* choice = dyn_cast<IfStmt>(statement)) {
      code.kind = Kind::branch;
      code.own.add(reader_.ofHead(*choice));
      refuseBarrierIn(code, *statement);
      // Of a template, what is not chosen is left out.
      const bool isLeftOut = choice->isConstexpr() && isa<NullStmt>(choice->getThen());
      if (!isLeftOut) code.children.push_back(read(choice->getThen()));
      if (choice->getElse()) code.children.push_back(read(choice->getElse()));
    } else if (isLoop(statement)) {
      readLoop(code, statement);
    } else {
      const bool jumps = isa<ReturnStmt>(statement) || isa<BreakStmt>(statement) || isa<ContinueStmt>(statement);
      code.kind = jumps ? Kind::jump : Kind::simple;
      code.own = reader_.ofStatement(statement);
      refuseBarrierIn(code, *statement);
    }
    code.all = code.own;
    for (const CodeStatement& child : code.children) code.all.add(child.all);
    return code;
  }

 private:
  // Merged threads pass a barrier together only where it is a statement of its own.
  void refuseBarrierIn(const CodeStatement& code, const Stmt& at) {
    if (code.own.hasBarrier) reader_.refuse(at, "has a barrier inside a switch or an expression");
  }

  void readInto(std::vector<CodeStatement>& list, const Stmt* written) {
    const auto* declarations = dyn_cast<DeclStmt>(ignoreWrappers(written));
    if (!declarations) return readStatement(list, written);
    const size_t before = list.size();
    for (const Decl* declaration : declarations->decls()) {
      const auto* variable = dyn_cast<VarDecl>(declaration);
      if (!variable) continue;
      CodeStatement code;
      code.kind = Kind::declaration;
      code.statement = written;
      code.variable = variable;
      code.line = positionAt(*editor_.unit(), variable->getLocation()).line;
      code.own = code.all = reader_.ofVariable(*variable);
      refuseBarrierIn(code, *written);
      list.push_back(std::move(code));
    }
    if (list.size() == before) list.push_back(read(written));  // a typedef and the like
  }

  // A statement of a list: in front of a loop, the variables of its head that may stand there.
  void readStatement(std::vector<CodeStatement>& list, const Stmt* written) {
    const auto* loop = dyn_cast<ForStmt>(ignoreWrappers(written));
    if (!splitsHeaders_ || !loop ||
        !frontend::anyPart(loop->getBody(), [](const Stmt& part) { return isBarrier(&part); })) {
      return list.push_back(read(written));
    }
    header_ = LoopHeader::of(*loop);
    for (const LoopHeader::Variable& one : header_.movable) {
      CodeStatement code = partOf(*loop, Kind::declaration, loop->getInit(), one.variable->getLocation());
      code.variable = one.variable;
      code.own = code.all = reader_.ofVariable(*one.variable);
      list.push_back(std::move(code));
    }
    list.push_back(read(written));
  }

  CodeStatement partOf(const ForStmt& loop, Kind kind, const Stmt* statement, SourceLocation at) const {
    CodeStatement code;
    code.kind = kind;
    code.statement = statement;
    code.header = &loop;
    code.line = positionAt(*editor_.unit(), at).line;
    return code;
  }

  // The loop whose head has been taken apart: its condition and what stays; steps end its body.
  void readSplitLoop(CodeStatement& code, const ForStmt& loop) {
    const LoopHeader header = std::exchange(header_, {});
    code.own.add(reader_.ofExpression(loop.getCond()));
    for (const VarDecl* variable : header.staying) code.own.add(reader_.ofVariable(*variable));
    for (const Expr* step : header.stayingSteps) code.own.add(reader_.ofStatement(step));
    refuseBarrierIn(code, loop);
    CodeStatement body = read(loop.getBody());
    for (const LoopHeader::Variable& one : header.movable) {
      for (const Expr* step : one.steps) {
        CodeStatement end = partOf(loop, Kind::simple, step, step->getBeginLoc());
        end.own = end.all = reader_.ofStatement(step);
        body.all.add(end.all);
        body.children.push_back(std::move(end));
      }
    }
    code.children.push_back(std::move(body));
  }

  void readLoop(CodeStatement& code, const Stmt* statement) {
    code.kind = Kind::loop;
    const Stmt* body = nullptr;
    if (const auto* loop = dyn_cast<ForStmt>(statement); loop && !header_.movable.empty())
      return readSplitLoop(code, *loop);
    if (const auto* loop = dyn_cast<ForStmt>(statement)) {
      code.own.add(reader_.ofStatement(loop->getInit()));
      code.own.add(reader_.ofStatement(loop->getConditionVariableDeclStmt()));
      code.own.add(reader_.ofExpression(loop->getCond()));
      code.own.add(reader_.ofExpression(loop->getInc()));
      body = loop->getBody();
    } else if (const auto* loop = dyn_cast<CXXForRangeStmt>(statement)) {
      code.own.add(reader_.ofHead(*loop));
      body = loop->getBody();
    } else if (const auto* loop = dyn_cast<WhileStmt>(statement)) {
      code.own.add(reader_.ofStatement(loop->getConditionVariableDeclStmt()));
      code.own.add(reader_.ofExpression(loop->getCond()));
      body = loop->getBody();
    } else {
      code.own.add(reader_.ofExpression(cast<DoStmt>(statement)->getCond()));
      body = cast<DoStmt>(statement)->getBody();
    }
    refuseBarrierIn(code, *statement);
    code.children.push_back(read(body));
  }

  const Editor& editor_;
  EffectReader& reader_;
  bool splitsHeaders_;
  LoopHeader header_;  ///< of the loop that is read next
};

}  // namespace

CodeStatement readCode(const Stmt& body, const Editor& editor, EffectReader& reader, bool splitsHeaders) {
  return CodeReader(editor, reader, splitsHeaders).read(&body);
}

}  // namespace warpwright::rewrite
