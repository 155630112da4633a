#include "analysis/passes/placement/scratch_launch.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/statement_search.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/project_functions.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::passes {
namespace {

using namespace rewrite;

/// Is the statement the body of an `if` or a loop, without braces?
bool isBodyOf(const clang::Stmt& parent, const clang::Stmt& statement) {
  return !clang::isa<clang::SwitchStmt, clang::SwitchCase>(parent) &&
         llvm::is_contained(partsOf(parent).bodies, &statement);
}

/// Asked once a block: one of host code may launch thousands of kernels.
bool holdsLabel(const frontend::ParsedUnit& unit, const clang::Stmt& block) {
  struct Asked {
    mutable std::unordered_map<const clang::Stmt*, bool> known;
  };
  const auto [known, isNew] = frontend::keptFact<Asked>(unit, [] { return Asked(); }).known.try_emplace(&block);
  if (isNew) {
    known->second =
        frontend::anyPart(&block, [](const clang::Stmt& inner) { return clang::isa<clang::LabelStmt>(inner); });
  }
  return known->second;
}

/// The expression that an implicit dim3 is made from.
const clang::Expr* madeFrom(const clang::Expr* expression) {
  while (true) {
    const clang::Expr* inner = expression->IgnoreImplicit()->IgnoreParens();
    if (const auto* made = clang::dyn_cast<clang::CXXConstructExpr>(inner)) {
      const bool copies = made->getConstructor()->isCopyOrMoveConstructor();
      const bool converts = !clang::isa<clang::CXXTemporaryObjectExpr>(made) && made->getNumArgs() > 0 &&
                            (made->getNumArgs() == 1 || clang::isa<clang::CXXDefaultArgExpr>(made->getArg(1)));
      if (copies || converts) {
        expression = made->getArg(0);
        continue;
      }
    }
    if (inner == expression) return inner;
    expression = inner;
  }
}

/// Names of functions of the program that are no members. Found once a unit.
const std::set<std::string, std::less<>>& functionNames(const frontend::ParsedUnit& unit) {
  struct Names {
    std::set<std::string, std::less<>> all;
  };
  return frontend::keptFact<Names>(unit,
                                   [&] {
                                     Names names;
                                     for (const clang::FunctionDecl* one : model::projectFunctions(unit)) {
                                       if (!clang::isa<clang::CXXMethodDecl>(one))
                                         names.all.insert(one->getNameAsString());
                                     }
                                     return names;
                                   })
      .all;
}

class LaunchReader {
 public:
  LaunchReader(const Editor& editor, const model::ParsedKernel& kernel, const LaunchSite& site)
      : editor_(editor), kernel_(kernel), context_(kernel.unit->ast()), site_(site), line_(lineText(site.at)) {
    launch_.call = site.call;
  }

  Result<ScratchLaunch> read() {
    for (const char* name : {"cudaMallocAsync", "cudaFreeAsync", "dim3"}) {
      if (rewrite::isMacroName(editor_, name) || functionNames(*kernel_.unit).contains(name))
        return inputError({"the program has a function or macro `%1` of its own", std::string(name)});
    }
    // Memory that is allocated while a graph is recorded is the graph's: it cannot be copied, nor be made ready twice.
    for (const std::string& name : model::captureCalls()) {
      if (editor_.isWritten(name))
        return inputError(
            "the program records launches as graphs, in which memory cannot be allocated for each of them");
    }
    for (Status (LaunchReader::*part)() :
         {&LaunchReader::readStatement, &LaunchReader::readGrid, &LaunchReader::readStream}) {
      if (Status status = (this->*part)(); !status.ok()) return status.error();
    }
    return std::move(launch_);
  }

 private:
  Status readStatement() {
    const clang::Stmt* statement = launch_.call;
    const clang::Stmt* parent = nullptr;
    for (const clang::Stmt* inner = statement; inner;) {
      const auto parents = context_.getParents(*inner);
      parent = parents.size() == 1 ? parents[0].get<clang::Stmt>() : nullptr;
      if (!parent || !clang::isa<clang::ExprWithCleanups>(parent)) break;
      inner = statement = parent;
    }
    if (parent && isBodyOf(*parent, *statement)) {
      launch_.bracesFor = parent;
    } else if (!parent || !clang::isa<clang::CompoundStmt>(parent)) {
      return inputError({"%1 launches it in a statement without braces around: add them", line_});
    }
    if (Status around = checkSurroundings(*parent); !around.ok()) return around;
    Result<TextRange> whole = editor_.locate(launch_.call->getSourceRange());
    if (!whole.ok()) return whole.error();
    const auto end = behindSemicolon(editor_, *whole);
    if (!end) return inputError({"%1 does not end in a semicolon", line_});
    launch_.statement = {whole->file, whole->begin, *end};
    // A loop's pragma stays in front of the loop: the text goes into its braces.
    if (const std::string bound = boundTo(editor_, whole->file, whole->begin); !launch_.bracesFor && !bound.empty()) {
      return inputError({"%1 launches it where %2", line_, bound});
    }
    if (launch_.bracesFor) {
      // The braces go where the text of the `if` or loop stands, so none of it may come out of a macro.
      Result<TextRange> around = editor_.locate(launch_.bracesFor->getBeginLoc());
      if (!around.ok()) return around.error();
      if (around->file != whole->file || around->begin >= whole->begin)
        return inputError({"%1 launches it in a statement without braces around: add them", line_});
    }
    Result<TextRange> closing = editor_.locate(launch_.call->getRParenLoc());
    if (!closing.ok()) return closing.error();
    launch_.closing = *closing;
    return {};
  }

  Status checkSurroundings(const clang::Stmt& parent) {
    // No jump may pass over the buffer's declaration to where it is still in scope.
    if (!launch_.bracesFor && holdsLabel(*kernel_.unit, parent))
      return inputError({"%1 launches it in a block with a label that a `goto` may jump to: put braces around", line_});
    for (clang::DynTypedNode node = clang::DynTypedNode::create(parent);;) {
      const auto parents = context_.getParents(node);
      if (parents.empty()) break;
      const auto* inner = node.get<clang::Stmt>();
      node = parents[0];
      if (inner == &parent && !launch_.bracesFor && node.get<clang::SwitchStmt>())
        return inputError({"%1 launches it between the labels of a `switch`: put braces around", line_});
      if (node.get<clang::LambdaExpr>()) return inputError({"%1 launches it inside a lambda", line_});
      const auto* function = node.get<clang::FunctionDecl>();
      if (!function) continue;
      const auto* method = clang::dyn_cast<clang::CXXMethodDecl>(function);
      if (method && method->getParent()->isLambda()) return inputError({"%1 launches it inside a lambda", line_});
      if (function->isTemplated() || function->isTemplateInstantiation())
        return inputError({"%1 launches it in a template", line_});
      if (function->hasAttr<clang::CUDAGlobalAttr>() || function->hasAttr<clang::CUDADeviceAttr>()) {
        return inputError({"%1 launches it from the device", line_});
      }
      launch_.function = function;
      break;
    }
    return launch_.function ? Status{} : Status(inputError({"%1 launches it outside of a function", line_}));
  }

  Status readGrid() {
    Result<TextRange> whole = configurationArgument(editor_, site_, 0);
    if (!whole.ok()) return whole.error();
    launch_.grid = *whole;
    const std::string text(editor_.textOf(*whole));
    const clang::Expr* grid = madeFrom(site_.call->getConfig()->getArg(0));
    const bool named = clang::isa<clang::DeclRefExpr>(grid) || clang::isa<clang::MemberExpr>(grid);
    const bool isNumber = grid->getType()->isIntegralOrEnumerationType();
    const std::array<std::optional<uint32_t>, 3> folded = foldedGrid();
    launch_.dimensions = isNumber ? 1 : folded[2] != 1u ? 3 : folded[1] != 1u ? 2 : 1;
    if (shapeHasEffects(grid)) {
      // Computed once, before everything else of the launch: which part comes first was open before, too.
      if (restHasEffects()) return inputError({"%1 changes something in more than one part of the launch", line_});
      launch_.keepsGrid = true;
    } else if (isNumber) {
      launch_.blocks.push_back(editor_.tokens(*whole).size() == 1 ? text : "(" + text + ")");
    } else if (named) {
      for (int d = 0; d < launch_.dimensions; ++d) launch_.blocks.push_back(text + "." + "xyz"[d]);
    } else if (launch_.dimensions == 1 && folded[0]) {
      launch_.blocks.push_back(std::to_string(*folded[0]));
    } else {
      launch_.keepsGrid = true;
    }
    return {};
  }

  bool restHasEffects() const {
    const clang::CallExpr* configuration = site_.call->getConfig();
    for (unsigned i = 1; i < configuration->getNumArgs(); ++i) {
      if (shapeHasEffects(madeFrom(configuration->getArg(i)))) return true;
    }
    return anyHasEffects({site_.call->getArgs(), site_.call->getNumArgs()});
  }

  /// Making a dim3 does nothing beside it.
  bool shapeHasEffects(const clang::Expr* part) const {
    if (const auto* cast = clang::dyn_cast<clang::CXXFunctionalCastExpr>(part))
      part = cast->getSubExpr()->IgnoreImplicit();
    if (const auto* made = clang::dyn_cast<clang::CXXConstructExpr>(part)) {
      return anyHasEffects({made->getArgs(), made->getNumArgs()});
    }
    return anyHasEffects(part);
  }

  bool anyHasEffects(llvm::ArrayRef<const clang::Expr*> parts) const {
    return std::any_of(parts.begin(), parts.end(), [&](const clang::Expr* part) {
      return !clang::isa<clang::CXXDefaultArgExpr>(part) && hasEffects(part, context_);
    });
  }

  std::array<std::optional<uint32_t>, 3> foldedGrid() const {
    std::optional<std::array<std::optional<uint32_t>, 3>> found;
    for (const KernelModel& model : kernel_.models) {
      for (const Launch& launch : model.launches) {
        if (launch.at != site_.at) continue;
        if (found && *found != launch.grid) return {};
        found = launch.grid;
      }
    }
    return found.value_or(std::array<std::optional<uint32_t>, 3>{});
  }

  Status readStream() {
    const clang::CallExpr* configuration = site_.call->getConfig();
    launch_.stream = "0";
    if (configuration->getNumArgs() <= 3 || clang::isa<clang::CXXDefaultArgExpr>(configuration->getArg(3))) return {};
    Result<TextRange> stream = configurationArgument(editor_, site_, 3);
    if (!stream.ok()) return stream.error();
    if (hasEffects(configuration->getArg(3), context_))
      return inputError({"%1 computes the stream with a call: keep it in a variable", line_});
    launch_.stream = editor_.textOf(*stream);
    return {};
  }

  const Editor& editor_;
  const model::ParsedKernel& kernel_;
  clang::ASTContext& context_;
  const LaunchSite& site_;
  LineList line_;
  ScratchLaunch launch_;
};

}  // namespace

Result<ScratchLaunch> readScratchLaunch(const Editor& editor, const model::ParsedKernel& kernel,
                                        const LaunchSite& site) {
  return LaunchReader(editor, kernel, site).read();
}

void writeScratchLaunch(Editor& editor, const ScratchLaunch& launch, const ScratchBuffer& buffer) {
  const std::string& file = launch.statement.file;
  std::string indentation(editor.indentationAt(file, launch.statement.begin)), outer;
  uint32_t before = launch.statement.begin;  // the end of what stands before a statement that gets braces
  bool startsLine = true;
  if (launch.bracesFor) {
    const uint32_t around = editor.locate(launch.bracesFor->getBeginLoc())->begin;  // known to be there
    outer = editor.indentationAt(file, around);
    before = editor.tokens({file, around, launch.statement.begin}).back().end;
    startsLine = editor.lineOf(file, before) != editor.lineOf(file, launch.statement.begin);
    if (!startsLine) indentation = outer + "  ";
  }
  std::string bytes = "sizeof(*" + buffer.name + ")";
  for (const std::string& factor : launch.blocks) bytes += " * " + factor;
  NewLines added{indentation, {}, "scratch for each block"};
  if (launch.keepsGrid) {
    added.lines.push_back("const dim3 " + buffer.grid + " = " + std::string(editor.textOf(launch.grid)) + ";");
    for (int d = 0; d < launch.dimensions; ++d) bytes += " * " + buffer.grid + "." + "xyz"[d];
    editor.replace(launch.grid, buffer.grid);
  }
  added.lines.push_back(buffer.declaration + " = nullptr;");
  added.lines.push_back("cudaMallocAsync(&" + buffer.name + ", " + bytes + ", " + launch.stream + ");");
  const TextRange gap{file, before, launch.statement.begin};
  const bool isBlank = editor.textOf(gap).find_first_not_of(" \t") == std::string_view::npos;
  if (!startsLine && isBlank) {
    editor.replace(gap, " {\n" + indentation);
  } else if (launch.bracesFor) {
    editor.insert(file, before, " {");
    if (!startsLine) editor.insert(file, launch.statement.begin, "\n" + indentation);
  }
  insertBefore(editor, file, launch.statement.begin, added);
  editor.insert(file, launch.closing.begin, (launch.call->getNumArgs() > 0 ? ", " : "") + buffer.name);
  const std::string freed = "cudaFreeAsync(" + buffer.name + ", " + launch.stream + ");";
  insertAfter(editor, file, launch.statement.end, {indentation, {freed}});
  if (launch.bracesFor) insertAfter(editor, file, launch.statement.end, {outer, {"}"}});
}

}  // namespace warpwright::passes
