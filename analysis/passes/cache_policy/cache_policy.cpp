// Loads from global memory choose how they are cached, one by one (Xie et al., ICCAD'13, with the caches of today).
//
//   Before                                After, with `edges[i]` = cg
//     int id = edges[i];                    int id = __ldcg(&edges[i]);
//     if (!visited[id]) ...                 if (!visited[id]) ...
//
// Applies to loads that the kernel's body spells (`a[i]`, `p->x`, `*p`), of types that CUDA has `__ldcg` for, where
// nothing in the launch writes what is read: what these functions read may be moved across writes by a compiler. A load
// that stays in L1 stays a plain load: `__ldca` is not free. Nothing is read as `ld.global.nc`: no rewrite here needs
// it. Refuses loads of what line N writes, volatile ones, other types (bool, pointers, structs), and those out of macro
// bodies. Unknown where it is not known what a pointer points to, or what a call or a write reaches.
//
// One finding a kernel, with one parameter a load, so that a policy is one change; looked for on request only, for it
// is nearly always possible and only a measurement tells whether it pays. Evidence i is the place of parameter i.

#include <clang/AST/Expr.h>

#include <algorithm>
#include <optional>

#include "analysis/model/contraction.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/access_evidence.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/cache_policy/cache_loads.h"
#include "analysis/passes/judgement.h"
#include "analysis/rewrite/edit/expression_edits.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/source/function_name.h"
#include "core/base/number_text.h"
#include "core/finding/marked_loads.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "cache_policy",
                                    .title = "Cache policy of loads",
                                    .family = Family::cachePolicy,
                                    .inputs = {.launches = false, .hostCode = false, .device = false},
                                    .tunable = Tunable::policy,
                                    .onRequest = true};
  return pass;
}

constexpr const char* plain = "plain";

/// The function that reads as `value` says, as it is called in the kernel; nothing for plain loads, and where the
/// program has one of that name.
std::optional<std::string> functionOf(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                      const std::string& value) {
  if (value != "cg" && value != "cs") return std::nullopt;
  std::string name = rewrite::functionName(editor, value == "cg" ? "__ldcg" : "__ldcs", *kernel.pattern);
  return name.empty() ? std::nullopt : std::optional(std::move(name));
}

/// The loads of the kernel; those that cannot be edited are refused.
std::vector<CacheLoad> editableLoads(const model::ParsedKernel& kernel) {
  std::vector<CacheLoad> loads = cacheLoads(kernel);
  for (CacheLoad& load : loads) {
    if (load.verdict != VerdictKind::applicable) continue;
    rewrite::Editor editor(*kernel.unit);
    Status written = rewrite::readWith(editor, *load.place, "__ldcg");
    if (const Result<Rewrite> whole = editor.finish(""); written.ok() && !whole.ok()) written = whole.error();
    const bool hasOwn = !functionOf(editor, kernel, "cg") || !functionOf(editor, kernel, "cs");
    if (written.ok() && !hasOwn) continue;
    load.verdict = VerdictKind::refused;
    load.reason =
        hasOwn ? Message("the program has a function or macro `__ldcg` or `__ldcs` of its own") : said(written.error());
  }
  return loads;
}

class CachePolicyPass final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }

  /// Compilers make each `__ldcg` that is spelled, and none out of a loop.
  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override {
    return model::openReloads(*kernel.unit, kernel.mangledNames());
  }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }
  bool assumesRounding() const override { return true; }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    std::vector<CacheLoad> loads = editableLoads(kernel);
    if (loads.empty()) return {};
    Opportunity shown = describe(kernel);
    judge(kernel, loads).moveTo(shown);
    if (shown.verdict != VerdictKind::applicable) return {std::move(shown)};
    for (const CacheLoad& load : loads) {
      if (load.verdict != VerdictKind::applicable) continue;
      shown.parameters.push_back({load.name, {plain, "cg", "cs"}});
      if (load.isLone) shown.estimate.inputs[noReuseKey(load.name)] = 1;
    }
    return {std::move(shown)};
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues& values) const override {
    const model::ParsedKernel& kernel = context.kernel();
    const Opportunity now = describe(kernel);
    const std::vector<CacheLoad> loads = editableLoads(kernel);
    if (now.id != opportunity.id || loads.empty()) {
      return Error{ErrorKind::stale, "`" + opportunity.kernel + "` has no such loads any more. Analyse the file again.",
                   opportunity.range};
    }
    const Judgement all = judge(kernel, loads);
    if (all.verdict != VerdictKind::applicable) return inputError(all.reason, now.range);
    rewrite::Editor editor(*kernel.unit);
    std::string names;
    for (const CacheLoad& load : loads) {
      const auto value = values.find(load.name);
      const auto function = value == values.end() ? std::nullopt : functionOf(editor, kernel, value->second);
      if (!function) continue;
      if (load.verdict != VerdictKind::applicable)
        return inputError({"%1 stays as it is: %2.", code(load.name), load.reason}, load.range);
      if (Status written = rewrite::readWith(editor, *load.place, *function); !written.ok()) return written.error();
      names += (names.empty() ? "" : ", ") + load.name;
    }
    if (names.empty()) {
      return Error{ErrorKind::usage,
                   "No load is to change. Give at least one of them the value cg (past L1) or cs (evicted first).",
                   now.range};
    }
    return editor.finish({"Read %1 past L1 in `%2`", names, kernel.models.front().name});
  }

 private:
  static Opportunity describe(const model::ParsedKernel& kernel) {
    const KernelModel& model = kernel.models.front();
    Opportunity shown;
    shown.pass = description().id;
    shown.kernel = model.name;
    shown.signature = model.signature;
    shown.subject = "loads";
    shown.id = makeOpportunityId(description().id, model.qualifiedName, model::writtenName(kernel), shown.subject);
    shown.range = {model.nameAt, model.nameAt.line, model.nameAt.column};
    shown.title = {"Choose how the loads of %1 are cached", code(model.name)};
    return shown;
  }

  static Judgement judge(const model::ParsedKernel& kernel, const std::vector<CacheLoad>& loads) {
    for (const KernelModel& model : kernel.models) {
      if (model.hasErrors)
        return makeJudgement(VerdictKind::unknown,
                             "The kernel has errors: nothing in it is changed until they are gone.");
      if (!model.unknownReason.empty())
        return makeJudgement(VerdictKind::unknown, {"Cannot tell what the kernel writes: %1.", model.unknownReason});
    }
    Judgement all = makeJudgement(VerdictKind::applicable, "");
    std::vector<Evidence> stay;
    const CacheLoad* refused = nullptr;
    for (const CacheLoad& load : loads) {
      const std::string index = indexText(load.name);
      if (load.verdict == VerdictKind::applicable) {
        addAssumptions(all.assumptions, load.assumptions);
        all.evidence.push_back(
            {load.at,
             Message("nothing in the launch writes what %1 reads", code(load.name)) +
                 (load.isLone ? ", and no reuse of it is seen inside a block: it may pay to read it past L1" : ""),
             "read", index, ""});
        continue;
      }
      if (refused == nullptr || load.verdict == VerdictKind::unknown) refused = &load;
      stay.push_back({load.at, {"%1 stays as it is: %2", code(load.name), load.reason}, "read", index, ""});
    }
    const size_t free = loads.size() - stay.size();
    all.evidence.insert(all.evidence.end(), stay.begin(), stay.end());
    if (free == 0) {
      Judgement none = makeJudgement(
          refused->verdict, {"No load can change: %1 stays as it is, %2.", code(refused->name), refused->reason});
      none.evidence = std::move(all.evidence);
      return none;
    }
    all.reason = countText(free, "load", "loads") +
                 " may be read past L1, or evicted first; which of them pays takes a trace or a measurement.";
    return all;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeCachePolicy() {
  return std::make_unique<CachePolicyPass>();
}

}  // namespace warpwright::passes
