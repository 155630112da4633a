// A loop that only looks for something ends once it has found it, and two of them that go through the same numbers
// become one: what they look at is loaded once.
//
//   Before                                  After
//     bool isFree = true;                     bool isFree = true;
//     for (int i = 0; i < r; ++i)
//       if (at[i] == at[r]) isFree = false;
//     int left = at[r], right = at[r];        int left = at[r], right = at[r];
//     for (int i = r - 1; i >= 0; --i) {      for (int i = r - 1; i >= 0; --i) {
//       --left; ++right;                        --left; ++right;
//       if (at[i] == left || at[i] == right)    if ((at[i] == at[r]) || (at[i] == left || at[i] == right)) {
//         isFree = false;                         isFree = false;
//                                                 break;
//     }                                         }
//                                             }
//
// Applies to counting loops of the kernel, or of functions that it calls, of whose rounds nothing is left but that one
// variable is set to a constant once something is found: the questions compute of variables and memory, nothing is
// stored, and what else a round counts nobody looks at behind the loop. In which order questions are asked, and how
// often once one is answered, is not to be seen. A flag that is kept by `flag &= isGood;` or `flag |= isBad;` is such a
// variable, too: the loop ends behind it, `if (!flag) break;`. What else a round does stays in variables of its own.
//
// Refuses kernels without such a loop, and those that ask which threads are active. Unknown where the kernel was not
// understood, and whether nvcc rounds the same: the code of both texts is compared.

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analysis/frontend/project_files.h"
#include "analysis/frontend/statement_search.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/early_end/search_writer.h"
#include "analysis/passes/early_end/searches.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/rewrite/source/editor.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "early_end",
                                    .title = "End searches early",
                                    .stepName = "searches ended early",
                                    .inputs = {.launches = false, .hostCode = false, .device = false},
                                    .onRequest = true,
                                    .isTrade = true};  // threads of a warp part where they search
  return pass;
}

struct FunctionSearches {
  const clang::FunctionDecl* function = nullptr;
  std::vector<rewrite::Search> searches;
};

/// Those of the kernel as it is written, and of the functions that it calls.
class SearchesOfKernel {
 public:
  void lookInto(const model::ParsedKernel& kernel) {
    if (kernel.pattern->isDependentContext())
      lookIntoInstances(kernel);
    else
      lookInto(kernel.pattern, false);
  }

  std::vector<FunctionSearches> all;
  const clang::Stmt* other = nullptr;  ///< a loop that looks like a search, and is none; null: there is no such loop
  Message why;                         ///< why it is none

 private:
  /// Takes of a template what all its instances have. No loop is joined there with another: what the question names may
  /// be another variable in each.
  void lookIntoInstances(const model::ParsedKernel& kernel) {
    std::optional<std::vector<rewrite::Search>> agreed;
    for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
      rewrite::Searches found = rewrite::findSearches(*instance);
      std::erase_if(found.all, [](const rewrite::Search& one) { return one.joined; });
      if (found.other) note(found.other, std::move(found.why));
      if (agreed)
        std::erase_if(*agreed, [&](const rewrite::Search& one) {
          return std::ranges::none_of(found.all, [&](const rewrite::Search& same) { return isSameText(one, same); });
        });
      else
        agreed = std::move(found.all);
      lookIntoCalled(*instance);
    }
    if (agreed && !agreed->empty()) all.push_back({kernel.pattern, *std::move(agreed)});
  }

  static bool isSameText(const rewrite::Search& a, const rewrite::Search& b) {
    return a.set->getBeginLoc() == b.set->getBeginLoc() && !a.kept == !b.kept && a.isKeptTrue == b.isKeptTrue;
  }

  void lookIntoCalled(const clang::FunctionDecl& function) {
    frontend::anyPart(function.getBody(), [&](const clang::Stmt& part) {
      if (const auto* call = clang::dyn_cast<clang::CallExpr>(&part)) lookInto(call->getDirectCallee(), true);
      return false;
    });
  }

  void note(const clang::Stmt* loop, Message reason) {
    if (other) return;
    other = loop;
    why = std::move(reason);
  }

  /// `isCalled`: it is not the kernel. How a kernel rounds is compared, but not how others do that call the function.
  void lookInto(const clang::FunctionDecl* function, bool isCalled) {
    const clang::FunctionDecl* definition = nullptr;
    if (!function || !function->hasBody(definition) || !seen_.insert(definition->getCanonicalDecl()).second) return;
    rewrite::Searches found = rewrite::findSearches(*definition);
    const bool isOthersToo = isCalled && !found.all.empty();
    if (isOthersToo && isOneOfSeveral(*definition)) {
      found.other = found.all.front().loop;
      found.why = "stands in a template, or a lambda, whose text may mean something else for others that call it";
      found.all.clear();
    } else if (isOthersToo && computesReals(*definition)) {
      found.other = found.all.front().loop;
      found.why = "stands in a function that computes with real numbers, and that others may call";
      found.all.clear();
    }
    if (!found.all.empty()) all.push_back({definition, std::move(found.all)});
    if (found.other) note(found.other, std::move(found.why));
    lookIntoCalled(*definition);
  }

  /// Is its text that of other functions, too? Only this one was looked at.
  static bool isOneOfSeveral(const clang::FunctionDecl& function) {
    const auto* method = clang::dyn_cast<clang::CXXMethodDecl>(&function);
    return function.getTemplateInstantiationPattern() || (method && method->getParent()->isLambda());
  }

  static bool computesReals(const clang::FunctionDecl& function) {
    return frontend::anyPart(function.getBody(), [](const clang::Stmt& part) {
      const auto* value = clang::dyn_cast<clang::Expr>(&part);
      return value && value->getType()->isRealFloatingType();
    });
  }

  std::set<const clang::FunctionDecl*> seen_;
};

Message placesOf(const model::ParsedKernel& kernel, const std::vector<FunctionSearches>& functions) {
  std::vector<Message> places;
  for (const FunctionSearches& one : functions) {
    for (const rewrite::Search& search : one.searches) {
      const uint32_t line = rewrite::positionAt(*kernel.unit, search.loop->getForLoc()).line;
      Message place("that of %1 at %2", code(one.function->getNameAsString()), lineText(line));
      if (search.joined)
        place += Message(", joined with that at %1",
                         lineText(rewrite::positionAt(*kernel.unit, search.joined->getForLoc()).line));
      places.push_back(std::move(place));
    }
  }
  return listed(places);
}

/// May some kernel of the unit ask which of its threads are together? Then functions that it calls, too, stay.
bool asksWhoIsActive(const frontend::ParsedUnit& unit) {
  return std::ranges::any_of(frontend::projectFiles(unit), [&](const std::string& file) {
    const Result<std::string> text = unit.text(file);
    return !text.ok() || text->find("activemask") != std::string::npos ||
           text->find("coalesced_threads") != std::string::npos;
  });
}

Status write(rewrite::Editor& editor, const FunctionSearches& one) {
  return rewrite::writeSearches(editor, one.searches, *one.function);
}

KernelPlan searchesEnded(const model::ParsedKernel& kernel) {
  using enum VerdictKind;
  SearchesOfKernel searches;
  searches.lookInto(kernel);
  if (searches.all.empty() && searches.other)
    return makeJudgement(
        refused, {"The loop at %1 %2.", lineText(rewrite::positionAt(*kernel.unit, searches.other->getBeginLoc()).line),
                  searches.why});
  if (searches.all.empty()) return nothingToDo("No loop only looks for something.");
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeRead(model)) return *std::move(judged);
    for (const OpaqueCall& call : model.calls) {
      if (call.name.find("activemask") != std::string::npos)
        return makeJudgement(refused, {"Which threads %1 at %2 finds together is the compiler's choice.",
                                       code(call.name), lineText(call.line)});
    }
  }
  // Others may launch a template's text with other types.
  if (kernel.pattern->isDependentContext()) {
    if (auto open = judgeOpenLaunches(kernel)) return *std::move(open);
  }
  std::vector<FunctionSearches> functions;
  Message why;
  const bool isShared = std::ranges::any_of(
      searches.all, [&](const FunctionSearches& one) { return !one.function->hasAttr<clang::CUDAGlobalAttr>(); });
  if (isShared && asksWhoIsActive(*kernel.unit))
    return makeJudgement(refused, "A kernel that asks which of its threads are together may call the function.");
  for (FunctionSearches& one : searches.all) {
    rewrite::Editor editor(*kernel.unit);
    const Status written = write(editor, one);
    if (written.ok())
      functions.push_back(std::move(one));
    else if (why.empty())
      why = said(written.error());
  }
  if (functions.empty()) return makeJudgement(refused, {"No search can end early: %1.", why});
  KernelPlan plan = makeJudgement(applicable, "");
  plan.reason = {"Nothing is left of a search but what it finds: %1.", placesOf(kernel, functions)};
  assumeRegisters(plan.assumptions, kernel);
  plan.write = [&kernel, functions](rewrite::Editor& editor, unsigned) -> Status {
    for (const FunctionSearches& one : functions) {
      if (Status written = write(editor, one); !written.ok()) return written;
    }
    return leaveRegisters(editor, kernel);
  };
  return plan;
}

class EarlyEnd final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"End searches of %1 once they have found something", code(kernel.models.front().name)};
  }
  KernelPlan planOf(const KernelContext& context) const override { return searchesEnded(context.kernel()); }
};

}  // namespace

std::unique_ptr<const Pass> makeEarlyEnd() {
  return std::make_unique<EarlyEnd>();
}

}  // namespace warpwright::passes
