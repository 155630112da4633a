// A compiler has to take what a kernel stores for what it loads next, so a load waits for the stores in front of it and
// is made again behind them. `__restrict__` says of a pointer that nothing writes there: loads go ahead of stores, stay
// in registers, and come through the cache for data that stays as it is.
//
//   Before                                        After
//     __global__ void k(float* out,                 __global__ void k(float* out,
//                       const float* in, int n) {                     const float* __restrict__ in, int n) {
//       for (int i = 0; i < n; ++i)                   for (int i = 0; i < n; ++i)
//         out[i * n] += in[i];                          out[i * n] += in[i];
//     }                                             }
//
// Applies to a pointer argument behind which the kernel writes nothing, where a load comes behind a store to other
// memory of the device, or shares a loop with one. That what the kernel writes lies apart is assumed where the launches
// of the program pass different allocations.
//
// Refuses arguments that are `__restrict__`, that the kernel writes behind, that become another pointer, whose own
// address or type is taken; kernels that say their signature, or of which an instance is written out; atomics, volatile
// memory and fences anywhere in the kernel. Unknown where a call or a store may
// touch anything, and whether nvcc rounds the same: the code of both texts is compared.

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "analysis/frontend/tree_walk.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/unwritten_argument.h"
#include "analysis/rewrite/edit/kernel_arguments.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/reads_past_l1.h"

namespace warpwright::passes {
namespace {

using namespace clang;

const PassDescription& description() {
  static const PassDescription pass{.id = "restrict_pointers",
                                    .title = "Say that nothing writes what is read",
                                    .stepName = "`__restrict__`",
                                    .inputs = {.launches = false, .hostCode = false, .device = false},
                                    .onRequest = true,
                                    .isTrade = true};  // registers for loads on their way
  return pass;
}

/// A pointer argument, as the kernel is written.
struct ReadArgument {
  const ParmVarDecl* array = nullptr;
  uint32_t load = 0, store = 0;  ///< lines: the load may come behind the store
};

Judgement refuse(const Message& why) {
  return makeJudgement(VerdictKind::refused, {"No load can go ahead of a store: %1.", why});
}

/// Where the statement of the kernel's own stands that makes the access.
uint32_t lineOf(const Access& access) {
  return access.inlinedAt.empty() ? access.line : access.inlinedAt.back().line;
}

bool shareLoop(const KernelModel& model, const Access& a, const Access& b) {
  std::set<LoopId> around;
  for (LoopId loop = a.loop; loop.isValid(); loop = model.loop(loop).parent) around.insert(loop);
  for (LoopId loop = b.loop; loop.isValid(); loop = model.loop(loop).parent)
    if (around.contains(loop)) return true;
  return false;
}

/// Notes a load behind the argument that may come behind a store to other memory of the device.
void noteWait(const KernelModel& model, ReadArgument& argument) {
  const MemoryObject* array = memoryBehind(model, *argument.array);
  if (!array || argument.load != 0) return;
  for (const Access& load : model.accesses) {
    if (load.kind != AccessKind::read || load.object != array->id) continue;
    for (const Access& store : model.accesses) {
      if (store.kind == AccessKind::read || store.object == array->id) continue;
      const bool isNear = store.object.isValid() && (model.object(store.object).space == MemorySpace::shared ||
                                                     model.object(store.object).space == MemorySpace::local);
      if (isNear || !(lineOf(store) < lineOf(load) || shareLoop(model, load, store))) continue;
      argument.load = lineOf(load);
      argument.store = lineOf(store);
      return;
    }
  }
}

/// Is the argument all its life a pointer into what it was given: is it only read, or moved on by a number?
bool staysItself(const rewrite::Mentions& mentions, const ParmVarDecl* argument) {
  const auto found = mentions.variables.find(argument->getCanonicalDecl());
  if (found == mentions.variables.end()) return true;
  return std::ranges::all_of(found->second, [](const rewrite::Mention& mention) {
    if (rewrite::isRead(mention)) return true;
    if (mention.parents.size() < 2) return false;
    const Stmt* parent = mention.parents.back();
    const Stmt* around = mention.parents[mention.parents.size() - 2];
    const auto* step = dyn_cast<UnaryOperator>(parent);
    const auto* moved = dyn_cast<CompoundAssignOperator>(parent);
    const bool isMoved = (step && step->isIncrementDecrementOp()) || (moved && moved->getLHS() == mention.node);
    // What it gives is no name for the argument.
    const auto* read = dyn_cast<CastExpr>(around);
    const bool isValue =
        (step && step->isPostfix()) || !isa<Expr>(around) || (read && read->getCastKind() == CK_LValueToRValue);
    return isMoved && isValue && !isa<DeclStmt, ReturnStmt>(around);
  });
}

/// Where the type of an argument is taken, `decltype(a)`, in the body or by another argument; invalid: nowhere.
SourceLocation typeTakenAt(const FunctionDecl& function, const ParmVarDecl& argument) {
  struct Search : frontend::TreeWalk {
    explicit Search(const ParmVarDecl& argument) : argument(argument) {}
    bool visit(Stmt& part) override {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      if (name && name->getDecl() == &argument) found = name->getLocation();
      return found.isInvalid();
    }
    const ParmVarDecl& argument;
    SourceLocation found;
  } search(argument);
  for (const ParmVarDecl* one : function.parameters()) search.walk(one);
  if (search.found.isValid()) return search.found;
  const std::vector<SourceLocation> inBody = rewrite::typeMentions(function, argument);
  return inBody.empty() ? SourceLocation() : inBody.front();
}

/// Is it a template of which an instance is written out, or such an instance? nvcc declares the same function for both.
bool isSpecialised(const FunctionDecl& pattern) {
  const auto isSpecial = [](const FunctionDecl* one) {
    return one->getTemplateSpecializationKind() == TSK_ExplicitSpecialization;
  };
  const FunctionTemplateDecl* made = pattern.getDescribedFunctionTemplate();
  return isSpecial(&pattern) || (made && llvm::any_of(made->specializations(), isSpecial));
}

/// Why the argument cannot be said to be `__restrict__`; nothing: it can.
std::optional<Judgement> whyNot(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                const ParmVarDecl& argument) {
  const std::string name = argument.getNameAsString();
  const unsigned index = argument.getFunctionScopeIndex();
  if (!editor.locate(argument.getLocation()).ok()) return refuse({"a macro spells %1", code(name)});
  for (const FunctionDecl* instance : model::instancesOf(kernel)) {
    const rewrite::Mentions mentions = rewrite::mentionsOf(instance->getBody());
    if (mentions.strange) {
      const uint32_t line = rewrite::positionAt(*kernel.unit, mentions.strange->getBeginLoc()).line;
      return makeJudgement(VerdictKind::unknown, {"What %1 does with pointers is not understood.", lineText(line)});
    }
    if (index >= instance->getNumParams() || !instance->getParamDecl(index)->getType()->isPointerType() ||
        !staysItself(mentions, instance->getParamDecl(index)))
      return refuse({"%1 becomes another pointer", code(name)});
    if (const SourceLocation taken = typeTakenAt(*instance, *instance->getParamDecl(index)); taken.isValid())
      return refuse({"%1 takes the type of %2, which would be another",
                     lineText(rewrite::positionAt(*kernel.unit, taken).line), code(name)});
  }
  return std::nullopt;
}

/// The arguments behind which a load waits for a store: pointers that have a name.
std::vector<ReadArgument> waitingArguments(const model::ParsedKernel& kernel) {
  std::vector<ReadArgument> all;
  for (const ParmVarDecl* one : kernel.pattern->parameters()) {
    const bool isPlain = one->getOriginalType()->isPointerType() && !one->isParameterPack() && !one->getName().empty();
    if (!isPlain) continue;
    ReadArgument argument{one, 0, 0};
    for (const KernelModel& model : kernel.models) noteWait(model, argument);
    if (argument.load != 0) all.push_back(argument);
  }
  return all;
}

Status write(rewrite::Editor& editor, const std::vector<ReadArgument>& arguments) {
  for (const ReadArgument& one : arguments) {
    const Result<rewrite::TextRange> name = editor.locate(one.array->getLocation());
    if (!name.ok()) return name.error();
    editor.insert(name->file, name->begin, "__restrict__ ");
  }
  return {};
}

/// Offered where a load waits for a store, and its pointer does not say yet that it need not.
KernelPlan restricting(const model::ParsedKernel& kernel) {
  const rewrite::Editor editor(*kernel.unit);
  KernelPlan plan = makeJudgement(VerdictKind::applicable, "");
  std::vector<ReadArgument> arguments = waitingArguments(kernel);
  std::erase_if(arguments, [](const ReadArgument& one) { return one.array->getType().isRestrictQualified(); });
  if (arguments.empty()) return nothingToDo("No load waits for a store.");
  if (std::ranges::all_of(kernel.models, [](const KernelModel& model) { return model.launches.empty(); }))
    return makeJudgement(VerdictKind::unknown, "No launch is seen: whether its arguments overlap is not known.");
  if (Status word = rewrite::areNoMacros(editor, {"__restrict__"}); !word.ok()) return refuse(said(word.error()));
  if (isSpecialised(*kernel.pattern))
    return refuse(
        {"%1 has specialisations, which would have to say the same", code(kernel.pattern->getNameAsString())});
  if (rewrite::saysSignature(*kernel.pattern))
    return refuse({"%1 says its own signature (`__PRETTY_FUNCTION__`)", code(kernel.pattern->getNameAsString())});
  std::optional<Judgement> why;
  std::erase_if(arguments, [&](const ReadArgument& one) {
    auto judged = whyNot(editor, kernel, *one.array);
    if (judged) why = *judged;
    return judged.has_value();
  });
  const auto judge = [](const KernelModel& model, const ReadArgument& one, std::vector<Assumption>& rests) {
    return judgeUnwritten(model, *one.array, "", rests);
  };
  if (auto written = dropRefused(kernel, arguments, plan.assumptions, judge)) why = std::move(written);
  if (arguments.empty()) return *std::move(why);
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeOthersWrites(model)) return *std::move(judged);
  }
  for (const FunctionDecl* instance : model::instancesOf(kernel)) {
    if (const Stmt* read = rewrite::readsPastL1(*instance->getBody()))
      return refuse(
          {"%1 may wait for other threads", lineText(rewrite::positionAt(*kernel.unit, read->getBeginLoc()).line)});
  }
  assumeRegisters(plan.assumptions, kernel);
  std::vector<Message> waits;
  for (const ReadArgument& one : arguments)
    waits.push_back({"%1 at %2 for %3", code(one.array->getNameAsString()), lineText(one.load), lineText(one.store)});
  plan.reason = {"Loads wait for stores that lie elsewhere: %1.", listed(waits)};
  plan.write = [&kernel, arguments](rewrite::Editor& changed, unsigned) -> Status {
    if (Status written = write(changed, arguments); !written.ok()) return written;
    return leaveRegisters(changed, kernel);
  };
  return plan;
}

class RestrictPointers final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Say that nothing writes what %1 reads", code(kernel.models.front().name)};
  }
  KernelPlan planOf(const KernelContext& context) const override { return restricting(context.kernel()); }
};

}  // namespace

std::unique_ptr<const Pass> makeRestrictPointers() {
  return std::make_unique<RestrictPointers>();
}

}  // namespace warpwright::passes
