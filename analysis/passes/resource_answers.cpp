#include "analysis/passes/resource_answers.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/source_text.h"
#include "analysis/passes/judgement.h"
#include "analysis/rewrite/tree/mentions.h"
#include "core/device/launch_limits.h"

namespace warpwright::passes {
namespace {

using namespace clang;

/// How a function of CUDA is asked: its first arguments point to where the answers go, the kernel follows. Functions
/// that take a kernel and answer nothing about its resources have none.
unsigned answersOf(const std::string& name) {
  if (name.starts_with("cudaOccupancyMaxPotentialBlockSize")) return 2;
  return name.starts_with("cudaOccupancy") || name == "cudaFuncGetAttributes" ? 1 : 0;
}

const VarDecl* localVariable(const Expr* expression) {
  const VarDecl* variable = rewrite::namedVariable(expression);
  return variable && variable->isLocalVarDeclOrParm() ? variable : nullptr;
}

/// `n` of `&n`, `(void**)&n`.
const VarDecl* pointedTo(const Expr* argument) {
  const auto* address = dyn_cast<UnaryOperator>(argument->IgnoreParenCasts());
  return address && address->getOpcode() == UO_AddrOf ? localVariable(address->getSubExpr()) : nullptr;
}

/// All kernels that an expression may name; empty: they are not known.
std::vector<const FunctionDecl*> allKernels(const Expr* expression) {
  // Of a choice, one side may be a variable.
  const auto isChoice = [](const Stmt& part) { return isa<AbstractConditionalOperator>(part); };
  if (frontend::anyPart(expression, isChoice)) return {};
  return model::namedKernels(expression);
}

}  // namespace

ResourceAnswers::ResourceAnswers(const frontend::ParsedUnit& unit, const model::CodePieces& code) : unit_(unit) {
  const model::SourceText text(unit);
  const auto note = [&](const Stmt& part) {
    const auto* call = dyn_cast<CallExpr>(&part);
    if (!call) return false;
    const std::string name = model::cudaFunction(*call, text);
    const unsigned answers = answersOf(name);
    if (name == "cudaFuncSetAttribute") noteLimit(*call);
    if (answers != 0 && call->getNumArgs() > answers) noteQuestion(*call, answers);
    return false;
  };
  for (const Stmt* piece : code.pieces) frontend::anyPart(piece, note);
  if (questions_.empty()) return;
  for (const Stmt* piece : code.pieces) noteUses(*piece);
}

/// A question's `&n` is a place for its answer; each other mention of a variable may read it.
void ResourceAnswers::noteUses(const Stmt& piece) {
  const model::SourceText text(unit_);
  std::set<const Stmt*> places;
  frontend::anyPart(&piece, [&](const Stmt& part) {
    const auto* call = dyn_cast<CallExpr>(&part);
    const unsigned answers = call ? answersOf(model::cudaFunction(*call, text)) : 0;
    for (unsigned i = 0; i < std::min(answers, call ? call->getNumArgs() : 0); ++i) {
      const auto* address = dyn_cast<UnaryOperator>(call->getArg(i)->IgnoreParenCasts());
      if (address && address->getOpcode() == UO_AddrOf) places.insert(address->getSubExpr()->IgnoreParenImpCasts());
    }
    return false;
  });
  frontend::anyPart(&piece, [&](const Stmt& part) {
    const auto* name = dyn_cast<DeclRefExpr>(&part);
    const VarDecl* variable = name && !places.contains(name) ? localVariable(name) : nullptr;
    if (variable) seen_.emplace(variable, name);
    return false;
  });
}

/// Only a number that is written there: as with a launch, a value that the program works out is left to it.
void ResourceAnswers::noteLimit(const CallExpr& call) {
  if (call.getNumArgs() < 3) return;
  Expr::EvalResult attribute, bytes;
  const auto isKnown = [&](const Expr* argument, Expr::EvalResult& into) {
    return !argument->isValueDependent() && argument->EvaluateAsInt(into, unit_.ast());
  };
  if (!isKnown(call.getArg(1), attribute) || !isKnown(call.getArg(2), bytes)) return;
  constexpr int64_t maxDynamicSharedMemorySize = 8;  // of cudaFuncAttribute
  const int64_t size = bytes.Val.getInt().getExtValue();
  if (attribute.Val.getInt().getExtValue() != maxDynamicSharedMemorySize || size <= 0) return;
  limits_.push_back({{&call, allKernels(call.getArg(0))}, static_cast<uint64_t>(size)});
}

void ResourceAnswers::noteQuestion(const CallExpr& call, unsigned answers) {
  Question& question = questions_.emplace_back(Question{{&call, allKernels(call.getArg(answers))}, {}});
  for (unsigned i = 0; i < answers; ++i) {
    const VarDecl* variable = pointedTo(call.getArg(i));
    question.isLost = question.isLost || !variable;
    if (variable) question.answers.insert(variable);
  }
}

bool ResourceAnswers::Asked::isAbout(const std::string& kernel) const {
  const auto isIt = [&](const FunctionDecl* one) { return one->getQualifiedNameAsString() == kernel; };
  return kernels.empty() || std::any_of(kernels.begin(), kernels.end(), isIt);
}

Message ResourceAnswers::seenOf(const FunctionDecl& kernel, uint64_t sharedBytes) const {
  const std::string name = kernel.getQualifiedNameAsString();
  const auto lineOf = [&](const Stmt& part) {
    return lineText(model::SourceText(unit_).filePlace(part.getBeginLoc()));
  };
  for (const Limit& limit : limits_) {
    if (limit.bytes + sharedBytes <= mostShared || !limit.isAbout(name)) continue;
    return {
        "%1 fails: %2 bytes of shared memory are more than a block has. Changed, the kernel might leave room for "
        "them.",
        capitalised(lineOf(*limit.call)), std::to_string(limit.bytes + sharedBytes)};
  }
  for (const Question& question : questions_) {
    if (!question.isAbout(name)) continue;
    const Stmt* seen = question.isLost ? question.call : nullptr;
    for (const VarDecl* answer : question.answers) {
      const auto read = seen_.find(answer);
      if (!seen && read != seen_.end()) seen = read->second;
    }
    if (!seen) continue;
    return {
        "A change alters what the program learns of the kernel's memory, registers or occupancy at %1, and %2 uses "
        "that.",
        lineOf(*question.call), lineOf(*seen)};
  }
  return {};
}

}  // namespace warpwright::passes
