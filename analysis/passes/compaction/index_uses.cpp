#include "analysis/passes/compaction/index_uses.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <functional>
#include <set>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/names.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

uint32_t lineOf(const Editor& editor, const Stmt& part) {
  return positionAt(*editor.unit(), part.getBeginLoc()).line;
}

// Index and extent where they are named, calls of functions with a body. Default arguments are
// spelled elsewhere.
void forEachUse(const Stmt* part, const std::function<void(const Stmt&)>& visit) {
  if (!part || isa<CXXDefaultArgExpr>(part)) return;
  if (indexNamed(*part)) return visit(*part);
  if (isa<CallExpr>(part)) visit(*part);
  for (const Stmt* child : part->children()) forEachUse(child, visit);
}

class UseChanger {
 public:
  UseChanger(const Editor& editor, KernelText& text, const IndexNames& names)
      : editor_(editor), text_(text), names_(names) {}

  Status run(const Stmt& body) {
    Status changed;
    forEachUse(&body, [&](const Stmt& use) {
      if (changed.ok()) changed = change(use);
    });
    return changed;
  }

 private:
  Status change(const Stmt& use) {
    if (const auto* called = dyn_cast<CallExpr>(&use)) return call(*called);
    const auto named = indexNamed(use);
    if (named->second != names_.axis.dimension) return {};
    if (named->first == names_.axis.indexObject()) return index(use);
    return named->first == names_.axis.extentObject() ? extent(use) : Status();
  }

  Error refusal(const Stmt& at, const std::string& what) const {
    return inputError(lineText(lineOf(editor_, at)) + " " + what);
  }

  Status index(const Stmt& use) {
    const auto place = text_.expression(indexRange(use));
    if (!names_.shadowsIndex && !place) return refusal(use, "spells " + names_.axis.index() + " inside a macro");
    text_.noteIndex(names_.shadowsIndex ? text_.placeOf(use.getBeginLoc()) : place->begin);
    if (!names_.shadowsIndex) text_.replace(*place, names_.index);
    return {};
  }

  Status extent(const Stmt& use) {
    if (names_.shadowsExtent) return {};
    const auto place = text_.expression(indexRange(use));
    if (!place) return refusal(use, "spells " + names_.axis.extent() + " inside a macro");
    const std::string whole = names_.extentArgument.empty() ? "(" + names_.axis.extent() + " * " + names_.factor + ")"
                                                            : names_.extentArgument;
    text_.replace(*place, whole);
    return {};
  }

  // `f(x)` becomes `f_at(thread_y, x)`.
  Status call(const CallExpr& call) {
    const FunctionDecl* definition = nullptr;
    if (!call.getDirectCallee() || !call.getDirectCallee()->hasBody(definition)) return {};
    const auto known = names_.copies.find(definition);
    if (known == names_.copies.end()) return {};
    const IndexNames::Copy& copy = known->second;
    const auto* callee = cast<DeclRefExpr>(call.getCallee()->IgnoreParenImpCasts());
    const auto name = text_.expression(clang::SourceRange(callee->getLocation(), callee->getLocation()));
    const TextRange opening = name ? text_.tokenAt(name->end) : TextRange();
    if (!name || text_.between(opening) != "(") {
      return refusal(call, "calls `" + definition->getNameAsString() + "` inside a macro");
    }
    const std::string next = text_.between(opening.end, text_.tokenAt(opening.end).end) == ")" ? "" : ", ";
    std::string given = copy.takesIndex ? names_.index : "";
    if (copy.takesExtent) given += (copy.takesIndex ? ", " : "") + names_.extentArgument;
    if (copy.takesIndex) text_.noteIndex(name->begin);
    text_.replace({text_.file(), name->begin, opening.end}, copy.name + "(" + given + (given.empty() ? "" : next));
    return {};
  }

  const Editor& editor_;
  KernelText& text_;
  const IndexNames& names_;
};

bool namesExtent(const Stmt& body, const IndexNames& names) {
  bool found = false;
  forEachUse(&body, [&](const Stmt& use) {
    const FunctionDecl* definition = nullptr;
    if (const auto* called = dyn_cast<CallExpr>(&use)) {
      if (!called->getDirectCallee() || !called->getDirectCallee()->hasBody(definition)) return;
      const auto copy = names.copies.find(definition);
      found = found || (copy != names.copies.end() && copy->second.takesExtent);
      return;
    }
    const auto named = indexNamed(use);
    found = found || (named->second == names.axis.dimension && named->first == names.axis.extentObject());
  });
  return found;
}

bool declaresShared(const Stmt& body) {
  return frontend::anyDeclared(&body, [](const Decl& declared) { return declared.hasAttr<CUDASharedAttr>(); });
}

}  // namespace

Status standAlone(const Editor& editor, const FunctionDecl& kernel, int dimension, StaysTogether together) {
  const Stmt* body = kernel.getBody();
  if (!body) return inputError("its body is not known");
  for (const bool ofBlocks : {false, true}) {
    EffectReader reader(editor, {ofBlocks, dimension, together.blocks});
    const Result<Effects> effects = reader.ofStatement(body);
    if (!effects.ok()) return effects.error();
    if (!reader.helpers().empty()) {
      const std::string name = reader.helpers().front().definition->getNameAsString();
      return inputError({"%1, which it calls, looks at indices itself", code(name)});
    }
    if (effects->isTied) return inputError("it holds assembly, or a name of its own");
    if (effects->exchanges && !together.warps) return inputError("it exchanges values between the threads of a warp");
    if (effects->hasBarrier && !together.blocks) return inputError("it has a barrier");
    if (together.blocks && effects->leaksPointer && declaresShared(*body))
      return inputError("it stores a pointer, or makes a number of one: what a block shares would lie elsewhere");
    if (effects->reorders) return inputError("it adds up floating-point numbers by atomics");
    if (effects->isForBlock)
      return inputError("it updates memory for threads of its block alone, as `atomicAdd_block` does");
  }
  static const std::set<std::string> names = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  if (const std::string left = namedInLeftOut(kernel, names); !left.empty())
    return inputError({"%1 is named in a branch that is left out", code(left)});
  if (const std::string hidden = hiddenBuiltIn(editor, kernel); !hidden.empty())
    return inputError({"%1 is something else in it", code(hidden)});
  return {};
}

clang::SourceRange indexRange(const Stmt& use) {
  return cast<PseudoObjectExpr>(use).getSyntacticForm()->IgnoreParens()->getSourceRange();
}

bool isQualifiedIndex(const Stmt& use) {
  const auto* property = cast<MSPropertyRefExpr>(cast<PseudoObjectExpr>(use).getSyntacticForm()->IgnoreParens());
  const DeclRefExpr* name = indexObject(*property);
  return name && name->hasQualifier();
}

Status findShadows(const Editor& editor, const KernelText& text, const CompactionPlan& plan, IndexNames& names) {
  std::vector<const Stmt*> qualified;
  forEachUse(plan.kernel->getBody(), [&](const Stmt& use) {
    if (isa<CallExpr>(use)) return;
    const auto named = indexNamed(use);
    if (named->second != names.axis.dimension) return;
    if (isQualifiedIndex(use)) qualified.push_back(&use);
    if (text.expression(indexRange(use))) return;
    names.shadowsIndex = names.shadowsIndex || named->first == names.axis.indexObject();
    names.shadowsExtent = names.shadowsExtent || named->first == names.axis.extentObject();
  });
  for (const Stmt* use : qualified) {
    const std::string name = indexNamed(*use)->first;
    const bool isShadowed = (names.shadowsIndex && name == names.axis.indexObject()) ||
                            (names.shadowsExtent && name == names.axis.extentObject());
    if (!isShadowed) continue;
    return inputError({"%1 names `::%2`, which a macro needs changed", lineText(lineOf(editor, *use)), name});
  }
  return {};
}

Status changeIndexUses(const Editor& editor, KernelText& text, const Stmt& body, const IndexNames& names) {
  return UseChanger(editor, text, names).run(body);
}

Result<std::vector<HelperCopy>> copyHelpers(const Editor& editor, const CompactionPlan& plan,
                                            const FunctionDecl& kernel, IndexNames& names) {
  std::vector<HelperCopy> copies;
  std::set<std::string> taken;  // overloads, and functions of several namespaces, have one name
  const SourceManager& sources = editor.unit()->ast().getSourceManager();
  for (const EffectReader::Helper& helper : plan.helpers) {
    const FunctionDecl& function = *helper.definition;
    const std::string name = "`" + function.getNameAsString() + "`";
    if (!sources.isBeforeInTranslationUnit(function.getEndLoc(), kernel.getBeginLoc())) {
      return inputError({"%1 looks at %2 and is defined after the kernel", name, names.axis.index()});
    }
    Result<KernelText> read = KernelText::of(editor, function, KernelText::Directives::betweenStatements);
    if (!read.ok()) return inputError(name + ": " + said(read.error()));
    KernelText& text = *read;
    std::string stem = function.getNameAsString();
    if (!stem.ends_with("_at")) stem += "_at";
    IndexNames inside = names;
    inside.shadowsIndex = inside.shadowsExtent = false;
    inside.index = text.freshName(names.axis.noun() + "_" + names.axis.letter());
    IndexNames::Copy& copy = names.copies[&function];
    for (int suffix = 1; copy.name.empty() || !taken.insert(copy.name).second; ++suffix) {
      copy.name = editor.freshName(suffix == 1 ? stem : stem + "_" + std::to_string(suffix));
    }
    copy.takesIndex = helper.usesIndex;
    copy.takesExtent = !names.extentArgument.empty() && namesExtent(*function.getBody(), names);
    Status changed = changeIndexUses(editor, text, *function.getBody(), inside);
    if (!changed.ok()) return inputError(name + ": " + said(changed.error()));
    // The name and the parenthesis behind it, where the new parameters begin.
    const auto place = text.inDefinition(function.getLocation());
    const TextRange opening = place ? text.tokenAt(place->end) : TextRange();
    if (!place || text.between(opening) != "(") return inputError({"%1 is spelled by a macro", name});
    std::string parameters = copy.takesIndex ? "unsigned " + inside.index : "";
    if (copy.takesExtent) parameters += (parameters.empty() ? "unsigned " : ", unsigned ") + names.extentArgument;
    uint32_t rest = opening.end;
    const TextRange next = text.tokenAt(rest);
    if (function.getNumParams() == 0) {
      if (text.between(next) == "void" && !parameters.empty()) rest = next.end;
    } else if (!parameters.empty()) {
      parameters += ", ";
    }
    text.replace(*place, copy.name);
    text.replace({text.file(), opening.end, rest}, parameters);
    if (Status agree = text.checkEdits(); !agree.ok()) return inputError(name + ": " + said(agree.error()));
    copies.push_back({text.file(), text.end(), "\n\n" + text.render(text.begin(), text.end())});
  }
  return copies;
}

}  // namespace warpwright::rewrite
