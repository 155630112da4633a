#include "analysis/passes/cache_policy/cache_loads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/model/source_text.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/judgement.h"
#include "analysis/proof/facts.h"
#include "core/kernel/pointer_fields.h"
#include "core/kernel/read_alike.h"

namespace warpwright::passes {
namespace {

using namespace clang;

/// Every place in a body that is read as a whole.
class Reader {
 public:
  explicit Reader(std::vector<const Expr*>& found) : found_(found) {}

  void read(const Stmt* statement) {
    if (!statement || isa<PseudoObjectExpr>(statement)) return;  // threadIdx and its like
    if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(statement)) return;
    if (isa<LambdaExpr>(statement)) return;  // a function of its own
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(statement); cast && cast->getCastKind() == CK_LValueToRValue) {
      take(cast->getSubExpr());
    } else if (const auto* copy = dyn_cast<CXXConstructExpr>(statement);
               copy && copy->getNumArgs() == 1 && copy->getConstructor()->isTrivial() &&
               copy->getConstructor()->isCopyOrMoveConstructor() && copy->getArg(0)->isGLValue()) {
      take(copy->getArg(0)->IgnoreParenNoopCasts(copy->getConstructor()->getASTContext()));
    }
    for (const Stmt* child : statement->children()) read(child);
  }

 private:
  void take(const Expr* place) {
    place = place->IgnoreParens();
    const auto* follows = dyn_cast<UnaryOperator>(place);
    if (isa<ArraySubscriptExpr, MemberExpr>(place) || (follows && follows->getOpcode() == UO_Deref))
      found_.push_back(place);
  }

  std::vector<const Expr*>& found_;
};

std::string withoutBlanks(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ') result += c;
  }
  return result;
}

std::string typeText(QualType type, const ASTContext& context) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto* record = type->getAsCXXRecordDecl()) return record->getQualifiedNameAsString();
  return type.getAsString(context.getPrintingPolicy());
}

/// What a compiler knows about where a place lies, in bits: packed structures and types of less alignment say less than
/// the type of what is read.
unsigned alignmentOf(const Expr* place, const ASTContext& context) {
  place = place->IgnoreParens();
  unsigned own = context.getTypeAlign(place->getType());
  if (const auto* member = dyn_cast<MemberExpr>(place)) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (field)
      own = std::min(own, static_cast<unsigned>(context.toBits(context.getDeclAlign(field, /*ForAlignof=*/true))));
    const Expr* base = member->getBase();
    return std::min(
        own, member->isArrow() ? context.getTypeAlign(base->getType()->getPointeeType()) : alignmentOf(base, context));
  }
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(place)) {
    const auto* decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
    if (decay && decay->getCastKind() == CK_ArrayToPointerDecay)
      own = std::min(own, alignmentOf(decay->getSubExpr(), context));
  }
  return own;
}

/// Why the address of a place cannot be taken, or leads elsewhere; empty: it can.
std::string obstacleToAddress(const Expr* place, const ASTContext& context) {
  if (place->refersToBitField()) return "it is a bit-field, which has no address";
  if (alignmentOf(place, context) < context.getTypeAlign(place->getType().getCanonicalType()))
    return "it may lie where such a load must not: its structure is packed, or its type asks for less alignment";
  if (!place->getType()->isRecordType()) return {};
  const DeclarationName name = context.DeclarationNames.getCXXOperatorName(OO_Amp);
  for (const NamedDecl* known : context.getTranslationUnitDecl()->lookup(name)) {
    const auto* function = dyn_cast<FunctionDecl>(known);
    if (function && function->getNumParams() == 1) return "the program has an `operator&` of its own";
  }
  return {};
}

/// What one model of the kernel says about a load.
struct Seen {
  bool reads = false;  ///< from global memory, or from nobody knows where
  CacheLoad says;
};

class Asker {
 public:
  Asker(const model::ParsedKernel& kernel, const CacheLoad& load, const std::string& type)
      : kernel_(kernel), load_(load), type_(type) {}

  Seen ask(const KernelModel& model) const {
    Seen seen;
    for (const Access& access : model.accesses) {
      if (access.range != load_.range) continue;
      if (!access.object.isValid()) {
        seen.reads = true;
        settle(seen, VerdictKind::unknown, "where it points to is not known");
        continue;
      }
      const MemoryObject& object = model.object(access.object);
      if (object.space != MemorySpace::global && object.space != MemorySpace::generic) continue;
      seen.reads = true;
      askObject(model, access, object, seen);
    }
    return seen;
  }

 private:
  static void settle(Seen& seen, VerdictKind verdict, Message reason) {
    if (seen.says.verdict == VerdictKind::refused || (seen.says.verdict == verdict && !seen.says.reason.empty()))
      return;
    seen.says.verdict = verdict;
    seen.says.reason = std::move(reason);
  }

  void askObject(const KernelModel& model, const Access& access, const MemoryObject& object, Seen& seen) const {
    if (object.space == MemorySpace::generic) {
      return settle(seen, VerdictKind::unknown, "it may point into shared memory as well, which __ldcg cannot read");
    }
    if (access.isVolatile || object.isVolatile) return settle(seen, VerdictKind::refused, "it is volatile");
    if (access.kind != AccessKind::read)
      return settle(seen, VerdictKind::refused, lineText(access.line) + " writes it");
    if (kernel_.pattern != kernel_.declaration && !hasLoadFunction(object.elementType) && hasLoadFunction(type_)) {
      return settle(seen, VerdictKind::refused,
                    {"another instantiation reads %1, for which there is no __ldcg", code(object.elementType)});
    }
    if (!object.neverWritten) return settle(seen, writtenVerdict(model, object), writtenReason(model, object));
    for (const MemoryObject& other : model.objects) {
      if (other.id == object.id || other.space != MemorySpace::global || other.neverWritten) continue;
      if (!isBehindPointer(object) && !isBehindPointer(other)) continue;  // two variables never overlap
      Assumption assumption = proof::disjointAssumption(object, other);
      assumption.text = {"nothing writes %1 through another pointer: %2", code(object.name), Message(assumption.text)};
      addAssumptions(seen.says.assumptions, {assumption});
    }
  }

  static const Access* writeTo(const KernelModel& model, const MemoryObject& object) {
    for (const Access& access : model.accesses) {
      if (access.object == object.id && access.kind != AccessKind::read) return &access;
    }
    return nullptr;
  }
  static VerdictKind writtenVerdict(const KernelModel& model, const MemoryObject& object) {
    return writeTo(model, object) != nullptr ? VerdictKind::refused : VerdictKind::unknown;
  }
  static Message writtenReason(const KernelModel& model, const MemoryObject& object) {
    if (const Access* write = writeTo(model, object)) {
      return {"%1 writes %2 in the same launch, and a compiler may move what __ldcg reads across that",
              lineText(write->range.isValid() ? write->range.begin.line : write->line), code(object.name)};
    }
    for (const OpaqueCall& call : model.calls) {
      if (call.touchesMemory) return {"%1 at %2 may write what it reads", code(call.name), lineText(call.line)};
    }
    for (const Access& access : model.accesses) {
      if (access.kind != AccessKind::read && !access.object.isValid()) {
        return {"the write at %1 may reach it: where that points to is not known", lineText(access.line)};
      }
    }
    return "something in the launch may write what it reads";
  }

  const model::ParsedKernel& kernel_;
  const CacheLoad& load_;
  const std::string& type_;
};

/// Is there no model in which a block reads a line of it again?
bool isLoneInAll(const model::ParsedKernel& kernel, const SourceRange& range) {
  return std::all_of(kernel.models.begin(), kernel.models.end(), [&](const KernelModel& model) {
    const std::vector<LoneRead> lone = readsWithoutReuse(model);
    return std::any_of(lone.begin(), lone.end(), [&](const LoneRead& read) { return read.range == range; });
  });
}

/// A load with the verdict of all models; nothing where it reads no global memory.
std::optional<CacheLoad> judged(const model::ParsedKernel& kernel, const Expr* place, const model::SourceText& text) {
  CacheLoad load;
  load.place = place;
  load.at = text.debugPlace(place->getExprLoc());
  load.range = text.range(place->getSourceRange());
  load.name = withoutBlanks(text.text(place->getSourceRange()));
  const std::string type = typeText(place->getType(), kernel.unit->ast());
  const Asker asker(kernel, load, type);
  bool reads = false, missing = false;
  CacheLoad all = load;
  for (const KernelModel& model : kernel.models) {
    const Seen seen = asker.ask(model);
    reads = reads || seen.reads;
    // Every instantiation gets the same text.
    missing = missing || (kernel.pattern != kernel.declaration && !seen.reads);
    addAssumptions(all.assumptions, seen.says.assumptions);
    const bool worse = seen.says.verdict == VerdictKind::refused || all.verdict == VerdictKind::applicable;
    if (seen.says.verdict == VerdictKind::applicable || !worse) continue;
    all.verdict = seen.says.verdict;
    all.reason = seen.says.reason;
  }
  if (!reads) return std::nullopt;
  const std::string obstacle = obstacleToAddress(place, kernel.unit->ast());
  if (missing) all.verdict = VerdictKind::refused, all.reason = "another instantiation reads no global memory there";
  if (!obstacle.empty()) all.verdict = VerdictKind::refused, all.reason = obstacle;
  if (place->getType().isVolatileQualified())
    all.verdict = VerdictKind::refused, all.reason = "it is volatile";
  else if (!hasLoadFunction(type))
    all.verdict = VerdictKind::refused, all.reason = {"there is no __ldcg for %1", code(type)};
  all.isLone = all.verdict == VerdictKind::applicable && isLoneInAll(kernel, load.range);
  return all;
}

}  // namespace

bool hasLoadFunction(const std::string& type) {
  static const std::vector<std::string> types{"char",
                                              "signed char",
                                              "unsigned char",
                                              "short",
                                              "unsigned short",
                                              "int",
                                              "unsigned int",
                                              "long",
                                              "unsigned long",
                                              "long long",
                                              "unsigned long long",
                                              "float",
                                              "double",
                                              "int2",
                                              "uint2",
                                              "float2",
                                              "double2",
                                              "longlong2",
                                              "ulonglong2",
                                              "int4",
                                              "uint4",
                                              "float4"};
  return std::find(types.begin(), types.end(), type) != types.end();
}

std::vector<CacheLoad> cacheLoads(const model::ParsedKernel& kernel) {
  std::vector<const Expr*> places;
  Reader(places).read(kernel.declaration->getBody());
  const model::SourceText text(*kernel.unit);
  std::vector<CacheLoad> loads;
  for (const Expr* place : places) {
    if (std::optional<CacheLoad> load = judged(kernel, place, text)) loads.push_back(std::move(*load));
  }
  std::stable_sort(loads.begin(), loads.end(),
                   [](const CacheLoad& a, const CacheLoad& b) { return a.range < b.range; });
  std::map<std::string, int> count;
  for (CacheLoad& load : loads) {
    if (const int number = ++count[load.name]; number > 1) load.name += "#" + std::to_string(number);
  }
  return loads;
}

}  // namespace warpwright::passes
