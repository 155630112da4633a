// Parameters that every launch passes the same number for become constants of the kernel: loops unroll, divisions
// become shifts and products, subscripts strides that are known.
//
//   Before                                           After
//     __global__ void sum(float* out, int n) {         __global__ void sum(float* out, int /* n */) {
//                                                        int n = 16;
//       for (int i = 0; i < n; ++i) …                    for (int i = 0; i < n; ++i) …
//     }                                                }
//     sum<<<grid, block>>>(out, 16);                   sum<<<grid, block>>>(out, 16);
//
// Applies when every launch is known, each passes one and the same whole number from 0 to 2^31-1, and the parameter
// ends a loop that starts at a constant or at the thread's place in its block, divides, strides, or decides
// a branch; so does `blockDim`, which then becomes a variable of the kernel's own. Where the
// numbers were only seen in a run, it is made in a copy of the kernel whose launches pass them (see Guard): so it needs
// to know nothing of guards. A parameter is a variable of its thread that begins as what was passed, and so is what
// takes its place: the kernel computes the same. It keeps its type, may be written to, and has an address.
//
// Where no launch can choose a copy (another file launches it, one text launches several), the kernel asks for the
// numbers itself: its body becomes a function that it calls with them, or with what it was passed.
//
// A parameter that is const stays one that the language does not know: it has a variable between itself and the number.
//
// Constants may change how often a product and a sum are rounded (see model::openContraction): where they may, the code
// that nvcc makes of both texts is compared before it is said that the change can be made. A kernel
// whose registers decide whether it can be launched is told how many threads it has: unrolled loops take more of them.
// Refuses what cannot be written: a parameter that a macro spells or that its own list names again, a body that is
// none.

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <optional>

#include "analysis/model/constant_questions.h"
#include "analysis/model/contraction.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/passes/declaring_assembly.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/specialise/helpful_parameters.h"
#include "analysis/rewrite/edit/asking_kernel.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/source/macro_text.h"
#include "core/device/launch_limits.h"

namespace warpwright::passes {
namespace {

using namespace clang;

const PassDescription& description() {
  static const PassDescription pass{
      .id = "specialise", .title = "Make parameters constants", .stepName = "constants", .stacksLast = true};
  return pass;
}

struct Constant {
  const ParmVarDecl* parameter = nullptr;
  int64_t value = 0;

  Message text() const { return {"%1 = %2", code(parameter->getNameAsString()), value}; }
};

struct Constants {
  std::vector<Constant> parameters;
  std::optional<BlockExtents> block;

  bool empty() const { return parameters.empty() && !block; }
};

/// The number that all launches that are known pass; nothing: there may be others, or they pass others.
std::optional<int64_t> passed(const model::ParsedKernel& kernel, unsigned parameter) {
  if (!kernel.openLaunches.empty()) return std::nullopt;
  std::optional<int64_t> value;
  for (const KernelModel& model : kernel.models) {
    if (model.launches.empty()) return std::nullopt;
    for (const Launch& launch : model.launches) {
      const bool isKnown = launch.openReason.empty() && !launch.fromUser && parameter < launch.arguments.size();
      const std::optional<int64_t> own = isKnown ? launch.arguments[parameter] : std::nullopt;
      if (!own || (value && *own != *value)) return std::nullopt;
      value = own;
    }
  }
  return value;
}

bool fits(const ParmVarDecl& parameter, int64_t value) {
  const ASTContext& context = parameter.getASTContext();
  const unsigned bits = std::min(context.getIntWidth(parameter.getType()), 32U);
  const bool isSigned = parameter.getType()->isSignedIntegerType() || bits == 32;
  return value >= 0 && value < (int64_t{1} << (bits - (isSigned ? 1 : 0)));
}

/// Why other configurations, or code that could not be read, may launch it; empty: they do not.
Message unseenLaunch(const model::ParsedKernel& kernel) {
  return rewrite::findLaunchSites(rewrite::Editor(*kernel.unit), *kernel.pattern).unknown;
}

/// The block that all launches have; nothing: there may be others, or they differ.
std::optional<BlockExtents> launchedBlock(const model::ParsedKernel& kernel) {
  if (!kernel.openLaunches.empty()) return std::nullopt;
  for (const KernelModel& model : kernel.models) {
    const bool isKnown = std::all_of(model.launches.begin(), model.launches.end(), [](const Launch& launch) {
      return launch.openReason.empty() && launch.block[0] && launch.block[1] && launch.block[2];
    });
    if (model.launches.empty() || !isKnown) return std::nullopt;
  }
  Message why;
  return blockOfLaunches(kernel, why);
}

/// Would the kernel be better off if it knew its block, and may a variable take the name of the built-in one?
bool wantsBlock(const model::ParsedKernel& kernel) {
  const rewrite::Editor editor(*kernel.unit);
  return helpsBlock(*kernel.pattern) && !rewrite::isMacroName(editor, "dim3") &&
         rewrite::hiddenBuiltIn(editor, *kernel.pattern).empty();
}

Constants constantsOf(const model::ParsedKernel& kernel) {
  Constants all;
  std::vector<Constant>& found = all.parameters;
  if (!kernel.pattern->doesThisDeclarationHaveABody()) return all;
  if (const auto block = launchedBlock(kernel); block && wantsBlock(kernel)) all.block = block;
  const auto isKnown = [&](const ParmVarDecl& one) { return passed(kernel, one.getFunctionScopeIndex()).has_value(); };
  for (const HelpfulParameter& one : helpfulParameters(*kernel.pattern, isKnown)) {
    const auto value = passed(kernel, one.parameter->getFunctionScopeIndex());
    if (value && fits(*one.parameter, *value) && (*value != 0 || !one.divides))
      found.push_back({one.parameter, *value});
  }
  return all;
}

Message listOf(const Constants& constants) {
  std::vector<Message> texts;
  for (const Constant& constant : constants.parameters) texts.push_back(constant.text());
  if (constants.block) {
    const auto& [x, y, z] = *constants.block;
    texts.push_back({"%1 = (%2,%3,%4)", code("blockDim"), x, y, z});
  }
  return listed(texts);
}

/// Of what a guard asks: what the kernel would be better off with.
Guard helpfulPart(const model::ParsedKernel& kernel, const Guard& guard) {
  Guard part{guard.kernel, wantsBlock(kernel) ? guard.block : std::nullopt, {}};
  const auto mayBeKnown = [](const ParmVarDecl&) { return true; };
  for (const HelpfulParameter& one : helpfulParameters(*kernel.pattern, mayBeKnown)) {
    const auto value = std::ranges::find(guard.values, one.parameter->getNameAsString(), &Guard::Value::parameter);
    const bool isOfUse = value != guard.values.end() && fits(*one.parameter, value->number);
    if (isOfUse && (value->number != 0 || !one.divides)) part.values.push_back(*value);
  }
  return part;
}

/// Threads that the compiler has to be told of where any launch may be of the kernel that asks.
std::optional<uint64_t> mostThreadsToBound(const model::ParsedKernel& kernel) {
  return mayLackRegisters(kernel, mostThreadsOfBlock) ? std::optional<uint64_t>(mostThreadsOfBlock) : std::nullopt;
}

/// Why nothing is changed, whoever asks; empty: something may be.
Message whyLeft(const model::ParsedKernel& kernel) {
  if (std::any_of(kernel.models.begin(), kernel.models.end(), [](const KernelModel& one) { return one.hasErrors; }))
    return "The kernel has errors: nothing in it is changed until they are gone.";
  if (const Message assembly = declaringAssembly(kernel); !assembly.empty())
    return {"%1, which may stand once only.", assembly};
  const std::string asked = model::asksForConstants(*kernel.unit);
  if (asked.empty()) return {};
  return {"The program asks what the compiler knows to be a constant (%1): that would be more.", code(asked)};
}

class ConstantWriter {
 public:
  ConstantWriter(rewrite::Editor& editor, const model::ParsedKernel& kernel) : editor_(editor), kernel_(kernel) {}

  Status write(const Constants& constants) {
    const auto* body = dyn_cast_or_null<CompoundStmt>(kernel_.pattern->getBody());
    if (!body) return inputError("its body is no block");
    const Result<rewrite::TextRange> brace = editor_.locate(body->getLBracLoc());
    if (!brace.ok()) return brace.error();
    const Result<rewrite::TextRange> name = editor_.locate(kernel_.pattern->getLocation());
    if (!name.ok()) return name.error();
    if (name->file != brace->file || brace->begin < name->end) return inputError("its text is not in one piece");
    const std::vector<rewrite::RawToken> inside = editor_.tokens({brace->file, brace->end, bodyEnd(*body)});
    if (inside.empty()) return inputError("its body is empty");
    const bool isOneLine = editor_.lineOf(brace->file, brace->end) == editor_.lineOf(brace->file, inside[0].begin);
    const std::string before =
        isOneLine ? " " : "\n" + std::string(editor_.indentationAt(brace->file, inside[0].begin));
    std::string declarations;
    for (const Constant& constant : constants.parameters) {
      Result<std::string> type = replaceName(constant, {name->file, name->end, brace->begin});
      if (!type.ok()) return type.error();
      const std::string declared = constant.parameter->getNameAsString();
      std::string value = std::to_string(constant.value);
      if (constant.parameter->getType().isConstQualified()) {
        // To the language it is none: a lambda has to capture it, as it did.
        const std::string passed = editor_.freshName(declared + "_passed");
        declarations += before + "int " + passed + " = " + value + ";";
        value = passed;
      }
      declarations += before + *type + " " + declared + " = " + value + ";";
    }
    if (constants.block) {
      const auto& [x, y, z] = *constants.block;
      declarations += before + "const ::dim3 blockDim(" + std::to_string(x) + ", " + std::to_string(y) + ", " +
                      std::to_string(z) + ");";
    }
    editor_.insert(brace->file, brace->end, declarations, "as every launch passes it");
    const std::optional<uint64_t> threads = threadsToBound(kernel_);
    if (!threads) return {};
    return boundThreads(editor_, kernel_, *threads,
                        "so that unrolled loops do not take more registers than a block has");
  }

 private:
  uint32_t bodyEnd(const CompoundStmt& body) const {
    const SourceManager& sources = kernel_.pattern->getASTContext().getSourceManager();
    return sources.getFileOffset(sources.getExpansionLoc(body.getRBracLoc()));
  }

  /// Leaves the parameter without a name, and gives the text of its type. `list`: all that stands between the kernel's
  /// name and its body.
  Result<std::string> replaceName(const Constant& constant, const rewrite::TextRange& list) {
    const std::string word = constant.parameter->getNameAsString();
    const Error why = inputError({"%1 cannot be taken out of its list of parameters", code(word)});
    const Result<rewrite::TextRange> name = editor_.locate(constant.parameter->getLocation());
    const Result<rewrite::TextRange> begin = editor_.locate(constant.parameter->getBeginLoc());
    if (!name.ok() || !begin.ok() || name->file != list.file || begin->file != list.file) return why;
    if (editor_.textOf(*name) != word || begin->begin >= name->begin || rewrite::isMacroName(editor_, word)) return why;
    const auto tokens = editor_.tokens(list);
    const bool isNamedOnce = std::count_if(tokens.begin(), tokens.end(),
                                           [&](const rewrite::RawToken& token) { return token.is(word); }) == 1;
    const bool holdsDirective =
        std::any_of(tokens.begin(), tokens.end(), [](const rewrite::RawToken& token) { return token.is("#"); });
    if (!isNamedOnce || holdsDirective) return why;
    std::string type(editor_.textOf(rewrite::TextRange{list.file, begin->begin, name->begin}));
    while (!type.empty() && (type.back() == ' ' || type.back() == '\n' || type.back() == '\t')) type.pop_back();
    if (type.find('\n') != std::string::npos || type.find("//") != std::string::npos) return why;
    editor_.replace(*name, "/* " + word + " */");
    return type;
  }

  rewrite::Editor& editor_;
  const model::ParsedKernel& kernel_;
};

class Specialise final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }

  std::vector<WantedConstant> wantedConstants(const model::ParsedKernel& kernel) const override {
    std::vector<WantedConstant> wanted;
    if (!kernel.pattern->doesThisDeclarationHaveABody() || rewrite::asksItself(*kernel.pattern)) return wanted;
    std::optional<bool> isUnseen;
    const auto mayBeKnown = [](const ParmVarDecl&) { return true; };
    for (const HelpfulParameter& one : helpfulParameters(*kernel.pattern, mayBeKnown)) {
      const unsigned index = one.parameter->getFunctionScopeIndex();
      const bool isPassed = passed(kernel, index).has_value();
      if (isPassed && !isUnseen) isUnseen = !unseenLaunch(kernel).empty();
      if (!isPassed || *isUnseen) wanted.push_back({index, one.parameter->getNameAsString(), one.divides});
    }
    if (wantsBlock(kernel) && (!launchedBlock(kernel) || !unseenLaunch(kernel).empty()))
      wanted.push_back({noParameter, "blockDim", true});
    return wanted;
  }

  std::optional<AskingKernel> askInKernel(const model::ParsedKernel& kernel, const Guard& guard) const override {
    if (!kernel.pattern->doesThisDeclarationHaveABody() || rewrite::asksItself(*kernel.pattern)) return std::nullopt;
    const Guard part = helpfulPart(kernel, guard);
    if (part.values.empty() && !part.block) return std::nullopt;
    Opportunity finding = kernelOpportunity(
        description(), kernel,
        {"Make constants of parameters of %1: where %2", code(kernel.models.front().name), conditionOf(part)});
    rewrite::Editor editor(*kernel.unit);
    Message why = whyLeft(kernel);
    if (why.empty() && model::isReadAgain(kernel)) why = "Its text is read several times, with other macros.";
    const std::optional<uint64_t> threads = mostThreadsToBound(kernel);
    if (const Message said = threads ? whyNotBounded(editor, kernel) : Message(); why.empty() && !said.empty())
      why = {"The kernel cannot ask itself: %1.", said};
    if (!why.empty()) {
      makeJudgement(VerdictKind::unknown, why).moveTo(finding);
      return AskingKernel{std::move(finding), inputError(why)};
    }
    if (Status written = rewrite::writeAskingKernel(editor, *kernel.pattern, part, threads); !written.ok()) {
      makeJudgement(VerdictKind::refused, {"The kernel cannot ask itself: %1.", said(written.error())}).moveTo(finding);
      return AskingKernel{std::move(finding), written.error()};
    }
    makeJudgement(VerdictKind::applicable, {"The kernel asks whether %1.", conditionOf(part)}).moveTo(finding);
    Result<Rewrite> change = editor.finish(finding.title);
    return AskingKernel{std::move(finding), std::move(change)};
  }

  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override {
    return model::openContraction(*kernel.unit, kernel.mangledNames());
  }

  NewConstants newConstants(const model::ParsedKernel& kernel) const override {
    const Constants constants = constantsOf(kernel);
    if (constants.empty()) return {};
    NewConstants made{.arguments = !constants.parameters.empty(), .small = false};
    for (const Constant& one : constants.parameters) {
      made.parameters.push_back(one.parameter->getFunctionScopeIndex());
      made.values.emplace(made.parameters.back(), one.value);
      made.small |= one.value <= 1;
    }
    made.extents = made.indices = constants.block || threadsToBound(kernel);
    return made;
  }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    const Constants constants = constantsOf(context.kernel());
    if (constants.empty()) return {};
    Opportunity shown = describe(context.kernel(), constants);
    judge(context.kernel(), constants).moveTo(shown);
    return {std::move(shown)};
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues&) const override {
    const model::ParsedKernel& kernel = context.kernel();
    const Constants constants = constantsOf(kernel);
    if (constants.empty()) return goneError(opportunity);
    const Opportunity now = describe(kernel, constants);
    if (now.id != opportunity.id) return goneError(opportunity);
    const Judgement judgement = judge(kernel, constants);
    if (judgement.verdict != VerdictKind::applicable) return inputError(judgement.reason, now.range);
    rewrite::Editor editor(*kernel.unit);
    if (Status written = ConstantWriter(editor, kernel).write(constants); !written.ok()) return written.error();
    return editor.finish(now.title);
  }

 private:
  static Opportunity describe(const model::ParsedKernel& kernel, const Constants& constants) {
    return kernelOpportunity(
        description(), kernel,
        {"Make constants of parameters of %1: %2", code(kernel.models.front().name), listOf(constants)});
  }

  static Judgement judge(const model::ParsedKernel& kernel, const Constants& constants) {
    if (const Message why = whyLeft(kernel); !why.empty()) return makeJudgement(VerdictKind::unknown, why);
    if (const Message unseen = unseenLaunch(kernel); !unseen.empty())
      return makeJudgement(VerdictKind::unknown, {"Not every launch is known: %1.", unseen});
    rewrite::Editor editor(*kernel.unit);
    if (Status written = ConstantWriter(editor, kernel).write(constants); !written.ok())
      return makeJudgement(VerdictKind::refused, {"No constants can be written: %1.", said(written.error())});
    Judgement judgement = makeJudgement(VerdictKind::applicable, {"Every launch passes %1.", listOf(constants)});
    if (constants.block) assumeBlockShapes(judgement.assumptions, kernel.models);
    return judgement;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeSpecialise() {
  return std::make_unique<Specialise>();
}

}  // namespace warpwright::passes
