#include "analysis/passes/placement/register_rewrite.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/placement/shared_target.h"
#include "analysis/rewrite/edit/left_unused.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::passes {
namespace {

using namespace rewrite;
using Kind = VariableUse::Kind;

Status checkKind(const frontend::ParsedUnit& unit, const VariableUse& use, const std::string& name) {
  const LineList line = atLine(unit, use.name->getLocation());
  switch (use.kind) {
    case Kind::value:
    case Kind::elementSize:
      break;
    case Kind::arraySize:
      return inputError({"%1 asks for the size of the whole array `%2`", line, name});
    case Kind::address:
      return inputError({"%1 takes the address of `%2`, which a register does not have", line, name});
    case Kind::reference:
      return inputError({"%1 binds a reference to `%2`", line, name});
    case Kind::captured:
      return inputError({"%1 uses `%2` inside a lambda", line, name});
    case Kind::other:
      return inputError({"%1 uses `%2` in a way that is not understood", line, name});
  }
  if (use.subscriptsHaveEffects) {
    return inputError(
        {"%1 does something else inside the subscript of `%2`: move it to a line of its own", line, name});
  }
  return {};
}

// Every mention in every instantiation can live in a register; the positions of those that were looked at.
Result<std::set<SourcePosition>> checkUses(const model::ParsedKernel& kernel, const SharedTarget& target,
                                           const MemoryObject& object) {
  std::set<SourcePosition> known;
  for (const clang::FunctionDecl* body : target.bodies) {
    const std::vector<LocalVariable> variables = sharedVariables(*body);
    const LocalVariable* local = findShared(*kernel.unit, variables, object);
    if (!local) continue;  // a branch that this instantiation leaves out
    for (const VariableUse& use : findUses(*body, *local->variable, target.rank)) {
      if (Status kind = checkKind(*kernel.unit, use, object.name); !kind.ok()) return kind.error();
      known.insert(positionAt(*kernel.unit, use.name->getLocation()));
    }
  }
  return known;
}

// `k`, `k + 2`, `2 * k - 1`: start + stride * (value of the text).
std::string linearText(const std::string& value, int64_t stride, int64_t start, bool isSimple) {
  std::string text = isSimple ? value : "(" + value + ")";
  if (stride != 1) text = std::to_string(stride) + " * " + text;
  if (stride == 1 && start == 0) text = value;
  if (start > 0) text += " + " + std::to_string(start);
  if (start < 0) text += " - " + std::to_string(-start);
  return text;
}

// `for (int k = C0; …; k += C1)` whose body leaves k alone.
struct CountedLoop {
  const clang::ForStmt* statement = nullptr;
  std::string variable;
  int64_t first = 0, step = 0;
};

bool changes(const clang::Stmt* part, const clang::VarDecl* variable) {
  if (!part) return false;
  const auto names = [&](const clang::Expr* expression) {
    const auto* name = clang::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
    return name && name->getDecl() == variable;
  };
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(part)) {
    if ((unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_AddrOf) && names(unary->getSubExpr())) {
      return true;
    }
  }
  if (const auto* binary = clang::dyn_cast<clang::BinaryOperator>(part)) {
    if (binary->isAssignmentOp() && names(binary->getLHS())) return true;
  }
  if (const auto* call = clang::dyn_cast<clang::CallExpr>(part)) {
    for (const clang::Expr* argument : call->arguments()) {
      if (argument->isGLValue() && names(argument)) return true;  // by reference
    }
  }
  if (const auto* declaration = clang::dyn_cast<clang::DeclStmt>(part)) {
    for (const clang::Decl* decl : declaration->decls()) {
      const auto* other = clang::dyn_cast<clang::VarDecl>(decl);
      if (other && other->getType()->isReferenceType() && other->hasInit() && names(other->getInit())) return true;
    }
  }
  if (clang::isa<clang::LambdaExpr>(part) || clang::isa<clang::AsmStmt>(part)) return true;
  return std::any_of(part->child_begin(), part->child_end(),
                     [&](const clang::Stmt* child) { return changes(child, variable); });
}

// Is there another variable of that name, which may hide the counter?
bool declares(const clang::Stmt* part, const std::string& name) {
  return frontend::anyDeclared(part, [&](const clang::Decl& declared) {
    const auto* named = clang::dyn_cast<clang::NamedDecl>(&declared);
    return named && named->getNameAsString() == name;
  });
}

std::optional<CountedLoop> countedLoop(const clang::ForStmt* loop, const clang::ASTContext& context) {
  const auto* init = clang::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  if (!init || !init->isSingleDecl()) return std::nullopt;
  const auto* variable = clang::dyn_cast<clang::VarDecl>(init->getSingleDecl());
  clang::Expr::EvalResult value;
  if (!variable || !variable->hasInit() || !variable->getType()->isIntegerType() ||
      variable->getInit()->isValueDependent() || !variable->getInit()->EvaluateAsInt(value, context)) {
    return std::nullopt;
  }
  CountedLoop counted{loop, variable->getName().str(), value.Val.getInt().getExtValue(), 0};
  const clang::Expr* increment = loop->getInc() ? loop->getInc()->IgnoreParens() : nullptr;
  const clang::Expr* target = nullptr;
  if (const auto* unary = clang::dyn_cast_or_null<clang::UnaryOperator>(increment)) {
    if (!unary->isIncrementDecrementOp()) return std::nullopt;
    target = unary->getSubExpr();
    counted.step = unary->isIncrementOp() ? 1 : -1;
  } else if (const auto* binary = clang::dyn_cast_or_null<clang::BinaryOperator>(increment)) {
    if (binary->getOpcode() != clang::BO_AddAssign && binary->getOpcode() != clang::BO_SubAssign) return std::nullopt;
    if (binary->getRHS()->isValueDependent() || !binary->getRHS()->EvaluateAsInt(value, context)) return std::nullopt;
    target = binary->getLHS();
    counted.step = value.Val.getInt().getExtValue() * (binary->getOpcode() == clang::BO_AddAssign ? 1 : -1);
  }
  const auto* name = target ? clang::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts()) : nullptr;
  if (!name || name->getDecl() != variable || counted.step == 0) return std::nullopt;
  if (changes(loop->getBody(), variable) || changes(loop->getCond(), variable)) return std::nullopt;
  if (declares(loop->getBody(), counted.variable)) return std::nullopt;
  return counted;
}

// The slot of a mention as source text. `use` comes from the pattern; `slot` from the models.
Result<std::string> slotText(const Editor& editor, const SharedTarget& target, const VariableUse& use,
                             const UseSlot& slot, std::vector<CountedLoop>& unrolled) {
  if (slot.step == 0) return std::to_string(slot.first);
  const clang::ASTContext& context = target.pattern->getASTContext();
  std::optional<CountedLoop> counted;
  for (const clang::Stmt* parent : use.parents) {
    const auto* loop = clang::dyn_cast<clang::ForStmt>(parent);
    if (!loop || positionAt(*editor.unit(), loop->getBeginLoc()) != slot.loop.begin) continue;
    counted = countedLoop(loop, context);
    if (counted) unrolled.push_back(*counted);
  }
  // A subscript that already counts the slots: `s[k][tx]`.
  for (size_t i = 0; i < slot.subscripts.size() && i < use.subscripts.size(); ++i) {
    const std::optional<UseSlot::Linear>& linear = slot.subscripts[i];
    if (!linear || linear->stride == 0 || slot.step % linear->stride != 0) continue;
    Result<TextRange> where = editor.locate(use.subscripts[i]->getSourceRange());
    if (!where.ok()) return where.error();
    const int64_t stride = slot.step / linear->stride;
    const bool isSimple = clang::isa<clang::DeclRefExpr>(use.subscripts[i]->IgnoreParenImpCasts());
    return linearText(std::string(editor.textOf(*where)), stride,
                      static_cast<int64_t>(slot.first) - stride * linear->start, isSimple);
  }
  if (counted && slot.step % counted->step == 0) {
    const int64_t stride = slot.step / counted->step;
    return linearText(counted->variable, stride, static_cast<int64_t>(slot.first) - stride * counted->first, true);
  }
  return inputError({"%1 would need the slot as a number, and its loop does not count it",
                     lineText(positionAt(*editor.unit(), use.name->getLocation()).line)});
}

// Where the pattern mentions the variable. `known`: the mentions that were looked at in instantiations.
Result<std::set<uint32_t>> mentionsOf(const model::ParsedKernel& kernel, const Editor& editor,
                                      const std::vector<VariableUse>& uses, const std::string& variable,
                                      const std::set<SourcePosition>& known) {
  std::set<uint32_t> names;
  for (const VariableUse& use : uses) {
    if (!known.contains(positionAt(*kernel.unit, use.name->getLocation()))) {
      return inputError({"%1 uses `%2` in code that no instantiation of the template contains",
                         atLine(*kernel.unit, use.name->getLocation()), variable});
    }
    Result<TextRange> name = editor.locate(use.name->getLocation());
    if (!name.ok()) return name.error();
    names.insert(name->begin);
  }
  return names;
}

// What stands behind the name from now on: nothing for a single register, else the slot in brackets. Marks the loops
// that must be unrolled for it.
Result<std::string> subscriptText(Editor& editor, const SharedTarget& target, const VariableUse& use,
                                  const ElementSlots& slots) {
  if (slots.count <= 1) return std::string();
  if (use.kind == Kind::elementSize) return std::string("[0]");
  const auto slot = slots.uses.find(positionAt(*editor.unit(), use.element->getBeginLoc()));
  if (slot == slots.uses.end()) {
    return inputError({"%1 is never reached here, so it cannot be told which slot it means",
                       atLine(*editor.unit(), use.name->getLocation())});
  }
  std::vector<CountedLoop> unrolled;
  const Result<std::string> index = slotText(editor, target, use, slot->second, unrolled);
  if (!index.ok()) return index.error();
  for (const CountedLoop& loop : unrolled) unroll(editor, *loop.statement, use.parents);
  return "[" + *index + "]";
}

}  // namespace

Status checkRegisterUses(const model::ParsedKernel& kernel, const MemoryObject& object) {
  const Result<SharedTarget> target = findSharedTarget(kernel, object);
  if (!target.ok()) return target.error();
  const Result<std::set<SourcePosition>> known = checkUses(kernel, *target, object);
  return known.ok() ? Status() : Status(known.error());
}

Result<Rewrite> rewriteAsRegisters(const model::ParsedKernel& kernel, ObjectId objectId,
                                   const std::vector<ElementSlots>& slots) {
  const MemoryObject& object = kernel.models.front().object(objectId);
  Result<SharedTarget> target = findSharedTarget(kernel, object);
  if (!target.ok()) return target.error();
  Result<std::set<SourcePosition>> known = checkUses(kernel, *target, object);
  if (!known.ok()) return known.error();

  Editor editor(*kernel.unit);
  const std::vector<VariableUse> uses = findUses(*target->pattern, *target->local.variable, target->rank);
  const Result<std::set<uint32_t>> mentions = mentionsOf(kernel, editor, uses, object.name, *known);
  if (!mentions.ok()) return mentions.error();
  const uint32_t count = slots.front().count;
  const Result<std::string> own = redeclareForThread(editor, *target, *mentions, object.name,
                                                     count > 1 ? "[" + std::to_string(count) + "]" : std::string());
  if (!own.ok()) return own.error();

  Edits taken;
  for (const VariableUse& use : uses) {
    Result<TextRange> name = editor.locate(use.name->getLocation());
    Result<TextRange> element = editor.locate(clang::SourceRange(use.name->getLocation(), use.element->getEndLoc()));
    if (!element.ok()) return element.error();
    if (*own != object.name) editor.replace(*name, *own);
    if (target->rank == 0) continue;
    const TextRange subscripts{name->file, name->end, element->end};
    const std::vector<RawToken> tokens = editor.tokens(subscripts);
    if (tokens.empty() || !tokens.front().is("[")) {
      return inputError({"%1 spells the subscript in an unusual way", atLine(*kernel.unit, use.name->getLocation())});
    }
    const Result<std::string> suffix = subscriptText(editor, *target, use, slots.front());
    if (!suffix.ok()) return suffix.error();
    if (editor.textOf(subscripts) == *suffix) continue;
    editor.replace(subscripts, *suffix);
    taken.replace(subscripts, *suffix);
  }
  // The sizes of the array are numbers now.
  const clang::VarDecl* variable = target->local.variable;
  const Result<TextRange> sizes = editor.locate(clang::SourceRange(variable->getLocation(), variable->getEndLoc()));
  if (sizes.ok()) taken.replace(*sizes, object.name);
  markUnused(editor, *target->pattern, taken);
  if (Status room = leaveRegisters(editor, kernel); !room.ok()) return room.error();
  return editor.finish({"Keep `%1` of `%2` in %3", object.name, kernel.models.front().name,
                        count > 1 ? std::to_string(count) + " registers" : std::string("a register")});
}

}  // namespace warpwright::passes
