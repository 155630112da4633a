#include "analysis/passes/compaction/statements.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/loop_header.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/tree/constant_loops.h"

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

  Result<CodeStatement> read(const Stmt* written, const LoopHeader& header = {}) {
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
      for (const Stmt* child : block->body()) {
        if (Status inside = readInto(code.children, child); !inside.ok()) return inside.error();
      }
    } else if (const auto* choice = dyn_cast<IfStmt>(statement)) {
      code.kind = Kind::branch;
      // Of a template, what is not chosen is left out.
      const bool isLeftOut = choice->isConstexpr() && isa<NullStmt>(choice->getThen());
      Status parts =
          allOf({addOwn(code, reader_.ofHead(*choice), *statement),
                 isLeftOut ? Status() : readChild(code, choice->getThen()), readChild(code, choice->getElse())});
      if (!parts.ok()) return parts.error();
    } else if (isLoop(statement)) {
      code.kind = Kind::loop;
      Status loop = !header.movable.empty() ? readSplitLoop(code, *cast<ForStmt>(statement), header)
                                            : allOf({addOwn(code, reader_.ofHead(*statement), *statement),
                                                     readChild(code, partsOf(*statement).bodies.front())});
      if (!loop.ok()) return loop.error();
    } else {
      const bool jumps = isa<ReturnStmt>(statement) || isa<BreakStmt>(statement) || isa<ContinueStmt>(statement);
      code.kind = jumps ? Kind::jump : Kind::simple;
      if (Status own = addOwn(code, reader_.ofStatement(statement), *statement); !own.ok()) return own.error();
    }
    code.all = code.own;
    for (const CodeStatement& child : code.children) code.all.add(child.all);
    return code;
  }

 private:
  // Merged threads pass a barrier together only where it is a statement of its own.
  Status addOwn(CodeStatement& code, const Result<Effects>& part, const Stmt& at) const {
    if (!part.ok()) return part.error();
    code.own.add(*part);
    return code.own.hasBarrier ? Status(reader_.refusal(at, "has a barrier inside a switch or an expression"))
                               : Status();
  }

  Status readChild(CodeStatement& code, const Stmt* written) {
    if (!written) return {};
    Result<CodeStatement> child = read(written);
    if (!child.ok()) return child.error();
    code.children.push_back(std::move(child).value());
    return {};
  }

  Status readInto(std::vector<CodeStatement>& list, const Stmt* written) {
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
      if (Status own = addOwn(code, reader_.ofVariable(*variable), *written); !own.ok()) return own;
      code.all = code.own;
      list.push_back(std::move(code));
    }
    return list.size() == before ? append(list, written) : Status();  // a typedef and the like
  }

  Status append(std::vector<CodeStatement>& list, const Stmt* written, const LoopHeader& header = {}) {
    Result<CodeStatement> code = read(written, header);
    if (!code.ok()) return code.error();
    list.push_back(std::move(code).value());
    return {};
  }

  // A statement of a list: in front of a loop, the variables of its head that may stand there.
  Status readStatement(std::vector<CodeStatement>& list, const Stmt* written) {
    const auto* loop = dyn_cast<ForStmt>(ignoreWrappers(written));
    if (!splitsHeaders_ || !loop ||
        !frontend::anyPart(loop->getBody(), [](const Stmt& part) { return isBarrier(&part); })) {
      return append(list, written);
    }
    const LoopHeader header = LoopHeader::of(*loop);
    for (const LoopHeader::Variable& one : header.movable) {
      CodeStatement code = partOf(*loop, Kind::declaration, loop->getInit(), one.variable->getLocation());
      code.variable = one.variable;
      Result<Effects> own = reader_.ofVariable(*one.variable);
      if (!own.ok()) return own.error();
      code.own = code.all = std::move(own).value();
      list.push_back(std::move(code));
    }
    return append(list, written, header);
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
  Status readSplitLoop(CodeStatement& code, const ForStmt& loop, const LoopHeader& header) {
    Status head = addOwn(code, reader_.ofExpression(loop.getCond()), loop);
    for (const VarDecl* variable : header.staying) {
      head = allOf({head, addOwn(code, reader_.ofVariable(*variable), loop)});
    }
    for (const Expr* step : header.stayingSteps) {
      head = allOf({head, addOwn(code, reader_.ofStatement(step), loop)});
    }
    if (!head.ok()) return head;
    if (Status body = readChild(code, loop.getBody()); !body.ok()) return body;
    CodeStatement& body = code.children.back();
    for (const LoopHeader::Variable& one : header.movable) {
      for (const Expr* step : one.steps) {
        CodeStatement end = partOf(loop, Kind::simple, step, step->getBeginLoc());
        Result<Effects> own = reader_.ofStatement(step);
        if (!own.ok()) return own.error();
        end.own = end.all = std::move(own).value();
        body.all.add(end.all);
        body.children.push_back(std::move(end));
      }
    }
    return {};
  }

  const Editor& editor_;
  EffectReader& reader_;
  bool splitsHeaders_;
};

}  // namespace

bool endsRounds(const Stmt& body) {
  return leavesLoop(&body, false, false);
}

Result<CodeStatement> readCode(const Stmt& body, const Editor& editor, EffectReader& reader, bool splitsHeaders) {
  return CodeReader(editor, reader, splitsHeaders).read(&body);
}

}  // namespace warpwright::rewrite
