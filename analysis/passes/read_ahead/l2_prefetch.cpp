// Each block prefetches into L2 what a block that runs later is about to read: what pre-execution on the CPU (Yang et
// al., HPCA 2012) comes to on a GPU with memory of its own, where no CPU reaches the caches.
//
//   Before                                     After
//     __global__ void scale(const float* a,      {  // L2: what the block 528 further on reads
//                           float* b, int n) {     const dim3 coming(blockIdx.x + 528u, blockIdx.y, blockIdx.z);
//       int i = blockIdx.x * 256 + threadIdx.x;    if (coming.x < gridDim.x && blockDim.x == 256u && ...) {
//       if (i < n) b[i] = 2 * a[i];                  if (i of the coming block < n)
//     }                                                asm volatile("prefetch.global.L2 [%0];" :: "l"(&a[i of it]));
//                                                } }
//                                                int i = ...
//
// Applies to kernels with a read of global memory outside of loops whose address, and the conditions it is under,
// follow from the numbers of block and thread and from arguments (analysis/passes/read_ahead/slice.h). Nothing can go
// wrong by it: the kernel's values do not depend on a prefetch, and addresses are those that the coming block reads
// itself. Refuses kernels without such a read, templates, kernels with several block shapes or in macros. Unknown where
// the kernel was not understood.
//
// Looked for on request: it is often possible, and only a measurement says whether it helps.

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <optional>

#include "analysis/passes/access_evidence.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/read_ahead/cache_lines.h"
#include "analysis/passes/read_ahead/expression_code.h"
#include "analysis/passes/read_ahead/preexecute.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/source/editor.h"

namespace warpwright::passes {
namespace {

using preexecution::Fetch;

const PassDescription& description() {
  static const PassDescription pass{.id = "l2_prefetch",
                                    .title = "Prefetch of coming blocks into L2",
                                    .family = Family::readAhead,
                                    .inputs = {.launches = false, .hostCode = false, .device = true},
                                    .onRequest = true,
                                    .parameters = {{"waves", "Waves read ahead"}}};
  return pass;
}

constexpr uint32_t sectorBytes = 32;

/// The types of the program's text as CUDA knows them without any header.
std::string withPlainTypes(std::string text) {
  const std::pair<const char*, const char*> types[] = {{"uint64_t(", "(unsigned long long)("},
                                                       {"int64_t(", "(long long)("},
                                                       {"uint32_t(", "unsigned("},
                                                       {"int32_t(", "int("},
                                                       {"uint16_t(", "(unsigned short)("},
                                                       {"int16_t(", "(short)("},
                                                       {"uint8_t(", "(unsigned char)("},
                                                       {"int8_t(", "(signed char)("}};
  for (const auto& [type, plain] : types) {
    for (size_t at = text.find(type); at != std::string::npos;
         at = text.find(type, at + std::string_view(plain).size())) {
      text.replace(at, std::string_view(type).size(), plain);
    }
  }
  return text;
}

/// The reads of a kernel that a block can prefetch for another one, and their text.
class PrefetchText {
 public:
  PrefetchText(const model::ParsedKernel& kernel, const std::string& coming)
      : kernel_(kernel),
        model_(kernel.models.front()),
        names_(model_),
        code_(model_, names_, {"threadIdx.", coming + ".", "blockDim.", "gridDim.", false}) {
    const preexecution::Slice slice = preexecution::sliceOf(model_);
    for (const preexecution::Level::Item& item : slice.levels.front().items) {
      for (const Fetch& fetch : preexecution::oncePerLine(model_, item.fetches, sectorBytes)) {
        if (isPossible(fetch)) fetches_.push_back(fetch);
      }
    }
  }

  const std::vector<Fetch>& fetches() const { return fetches_; }

  /// One statement a line, under the conditions that the reads are under.
  std::vector<std::string> statements() {
    std::vector<std::string> lines;
    for (size_t i = 0; i < fetches_.size();) {
      const std::vector<ExpressionId> conditions = fetches_[i].guard.conditions;
      code_.begin({});
      const std::string condition = withPlainTypes(code_.conjunction(conditions));
      if (!condition.empty()) lines.push_back("if (" + condition + ") {");
      for (; i < fetches_.size() && fetches_[i].guard.conditions == conditions; ++i) {
        const Access& access = model_.access(fetches_[i].access);
        lines.push_back((condition.empty() ? "" : "  ") +
                        ("asm volatile(\"prefetch.global.L2 [%0];\" :: \"l\"((unsigned long long)" +
                         model_.object(access.object).name + " + " + written(access.offset) + "));"));
      }
      if (!condition.empty()) lines.emplace_back("}");
    }
    return lines;
  }

  /// The block that the text was written for: index forms hold its size.
  std::string shapeTest() const {
    std::string text;
    for (size_t i = 0; i < 3; ++i) {
      if (model_.block[i])
        text += std::string(" && blockDim.") + "xyz"[i] + " == " + std::to_string(*model_.block[i]) + "u";
    }
    return text;
  }

 private:
  std::string written(ExpressionId id) {
    code_.begin({});
    return withPlainTypes(code_.text(id));
  }
  /// The parameter of that name; null where there is none.
  const clang::ParmVarDecl* parameter(const std::string& name) const {
    for (const clang::ParmVarDecl* one : kernel_.declaration->parameters()) {
      if (one->getName() == name) return one;
    }
    return nullptr;
  }
  bool isNumber(const std::string& name) const {
    const clang::ParmVarDecl* one = parameter(name);
    return one != nullptr && one->getType()->isIntegralOrEnumerationType();
  }
  /// Memory that a parameter points to, not another thing of that name.
  bool isPointedTo(const MemoryObject& object) const {
    const clang::ParmVarDecl* one = parameter(object.name);
    return object.argumentIndex >= 0 && one != nullptr && one->getType()->isPointerType() &&
           static_cast<size_t>(object.argumentIndex) < model_.parameterNames.size() &&
           model_.parameterNames[static_cast<size_t>(object.argumentIndex)] == object.name;
  }
  /// Divisions and shifts are functions of the program, which a kernel does not have.
  bool isPlain(ExpressionId id) {
    if (code_.readsMemory(id) || written(id).find("<uint") != std::string::npos) return false;
    const std::vector<SymbolId> symbols = model_.pool.symbolsOf(id);
    return std::all_of(symbols.begin(), symbols.end(), [&](SymbolId one) {
      const Symbol& symbol = model_.pool.symbolAt(one);
      if (symbol.kind == SymbolKind::argument) return symbol.width >= 32 && isNumber(symbol.name);
      return symbol.kind == SymbolKind::threadIndex || symbol.kind == SymbolKind::blockIndex ||
             symbol.kind == SymbolKind::blockSize || symbol.kind == SymbolKind::gridSize;
    });
  }
  /// Where all blocks read the same there is nothing to bring in for one that comes. The number along z stays.
  bool dependsOnBlock(ExpressionId offset) const {
    const std::vector<SymbolId> symbols = model_.pool.symbolsOf(offset);
    return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId one) {
      const Symbol& symbol = model_.pool.symbolAt(one);
      return symbol.kind == SymbolKind::blockIndex && symbol.dimension < 2;
    });
  }
  bool isPossible(const Fetch& fetch) {
    const Access& access = model_.access(fetch.access);
    return dependsOnBlock(access.offset) && access.kind == AccessKind::read && fetch.guard.complete &&
           isPlain(access.offset) && isPointedTo(model_.object(access.object)) &&
           std::all_of(fetch.guard.conditions.begin(), fetch.guard.conditions.end(),
                       [&](ExpressionId one) { return isPlain(one); });
  }

  const model::ParsedKernel& kernel_;
  const KernelModel& model_;
  preexecution::FieldNames names_;
  preexecution::ExpressionCode code_;
  std::vector<Fetch> fetches_;
};

class L2Prefetch final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    Opportunity shown = describe(context.kernel());
    judge(context.kernel(), context.device()).moveTo(shown);
    if (shown.verdict == VerdictKind::applicable) shown.parameters = {{"waves", {"1", "2", "4"}}};
    return {std::move(shown)};
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues& values) const override {
    const model::ParsedKernel& kernel = context.kernel();
    const Device& device = context.device();
    const Opportunity now = describe(kernel);
    if (now.id != opportunity.id) return goneError(opportunity);
    const Judgement judgement = judge(kernel, device);
    if (judgement.verdict != VerdictKind::applicable) return inputError(judgement.reason, now.range);
    rewrite::Editor editor(*kernel.unit);
    const auto brace = editor.locate(llvm::cast<clang::CompoundStmt>(kernel.pattern->getBody())->getLBracLoc());
    if (!brace.ok()) return brace.error();
    const std::string further =
        std::to_string(numberOf(values, "waves", 1) * blocksAtOnce(kernel.models.front(), device));
    const std::string coming = editor.freshName("coming");
    PrefetchText text(kernel, coming);
    const std::vector<std::string> statements = text.statements();
    const bool inRows = std::any_of(statements.begin(), statements.end(), [&](const std::string& line) {
      return line.find(coming + ".y") != std::string::npos;
    });
    rewrite::NewLines block{std::string(editor.indentationAt(brace->file, brace->begin)) + "  ",
                            {"{  // L2: what the block " + further + " further on reads"}};
    if (inRows) {
      const std::string number = editor.freshName("number");
      block.lines.push_back("  const unsigned " + number + " = blockIdx.y * gridDim.x + blockIdx.x + " + further +
                            "u;");
      block.lines.push_back("  const dim3 " + coming + "(" + number + " % gridDim.x, " + number +
                            " / gridDim.x, blockIdx.z);");
    } else {
      block.lines.push_back("  const dim3 " + coming + "(blockIdx.x + " + further + "u, blockIdx.y, blockIdx.z);");
    }
    block.lines.push_back("  if (" + coming + (inRows ? ".y < gridDim.y" : ".x < gridDim.x") + text.shapeTest() +
                          ") {");
    for (const std::string& line : statements) block.lines.push_back("    " + line);
    block.lines.insert(block.lines.end(), {"  }", "}"});
    insertAtStart(editor, *brace, block);
    if (Status room = leaveRegisters(editor, kernel); !room.ok()) return room.error();
    return editor.finish(
        {"Prefetch into L2 what the block %1 further on reads in %2", further, code(kernel.models.front().name)});
  }

 private:
  static Opportunity describe(const model::ParsedKernel& kernel) {
    return kernelOpportunity(description(), kernel,
                             "Prefetch into L2 what coming blocks of " + code(kernel.models.front().name) + " read");
  }

  /// Thread blocks that the device runs at once; where that is not known, one a multiprocessor.
  static uint32_t blocksAtOnce(const KernelModel& model, const Device& device) {
    return std::max(1u, device.multiprocessors) * std::max(1u, preexecution::occupancyOf(model, device, 0).blocks);
  }

  /// Thread blocks of its largest launch; nothing where one is not known.
  static std::optional<uint64_t> mostBlocks(const KernelModel& model) {
    std::optional<uint64_t> most;
    for (const Launch& launch : model.launches) {
      uint64_t blocks = 1;
      for (const auto& extent : launch.grid) {
        if (!extent) return std::nullopt;
        blocks *= *extent;
      }
      most = std::max(most.value_or(0), blocks);
    }
    return most;
  }

  static Judgement judge(const model::ParsedKernel& kernel, const Device& device) {
    const KernelModel& model = kernel.models.front();
    if (model.hasErrors)
      return makeJudgement(VerdictKind::unknown,
                           "The kernel has errors: nothing in it is changed until they are gone.");
    if (!model.unknownReason.empty()) {
      return makeJudgement(VerdictKind::unknown, {"Cannot tell what the kernel reads: %1.", model.unknownReason});
    }
    if (device.arch.size() == 5 && device.arch.starts_with("sm_1")) {
      return makeJudgement(VerdictKind::refused,
                           {"The %1 has no instruction for it: `prefetch` takes compute capability 2.", device.name});
    }
    if (kernel.pattern != kernel.declaration) {
      return makeJudgement(VerdictKind::refused, "It is a template, and addresses are written for one instantiation.");
    }
    for (const std::string& name : model.parameterNames) {
      for (const char* builtIn : {"threadIdx", "blockIdx", "blockDim", "gridDim", "dim3"}) {
        if (name == builtIn)
          return makeJudgement(VerdictKind::refused, {"Its parameter %1 hides what CUDA calls so.", code(name)});
      }
    }
    if (kernel.models.size() > 1) {
      return makeJudgement(
          VerdictKind::refused,
          {"It is launched with %1 block shapes, and addresses are written for one.", kernel.models.size()});
    }
    if (!llvm::isa_and_nonnull<clang::CompoundStmt>(kernel.pattern->getBody()))
      return makeJudgement(VerdictKind::refused, "Its body is no block.");
    rewrite::Editor editor(*kernel.unit);
    const auto body = editor.locate(kernel.pattern->getBody()->getSourceRange());
    if (!body.ok()) return makeJudgement(VerdictKind::refused, said(body.error()));
    if (editor.textOf(*body).find("prefetch.global.L2") != std::string_view::npos) {
      return makeJudgement(VerdictKind::refused, "It prefetches into L2 already.");
    }
    PrefetchText text(kernel, "coming");
    if (text.fetches().empty()) {
      return makeJudgement(
          VerdictKind::refused,
          "No read of global memory outside of its loops has an address that follows from the numbers of "
          "block and thread and from arguments that are numbers, by sums and products alone.");
    }
    const uint32_t atOnce = blocksAtOnce(model, device);
    if (const auto most = mostBlocks(model); most && *most <= atOnce) {
      return makeJudgement(VerdictKind::refused, {"All of its %1 blocks run at once: none is to come.", *most});
    }
    Judgement judgement = makeJudgement(VerdictKind::applicable, "");
    for (const Fetch& fetch : text.fetches()) {
      const Access& access = model.access(fetch.access);
      judgement.evidence.push_back({access.range.begin, code(access.text) + " of a coming block can be prefetched",
                                    "read", indexText(access.text), ""});
    }
    assumeRegisters(judgement.assumptions, kernel);
    const size_t count = text.fetches().size();
    judgement.reason = {"%1%2 of blocks that come %3 later can be prefetched; only measuring says whether that helps.",
                        count, count == 1 ? " read" : " reads", atOnce};
    return judgement;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeL2Prefetch() {
  return std::make_unique<L2Prefetch>();
}

}  // namespace warpwright::passes
