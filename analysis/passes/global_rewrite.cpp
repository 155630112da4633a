#include "analysis/passes/global_rewrite.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "analysis/model/project_functions.h"
#include "analysis/passes/placement.h"
#include "analysis/passes/shared_target.h"
#include "analysis/rewrite/kernel_arguments.h"
#include "analysis/rewrite/redeclare.h"

namespace warpwright::passes {
namespace {

using namespace rewrite;

// One launch as the edits need it.
struct HostLaunch {
  const clang::CUDAKernelCallExpr* call = nullptr;
  Stretch statement;                // with its semicolon
  Stretch closing;                  // of the arguments
  std::vector<std::string> blocks;  // factors of the number of blocks
  int dimensions = 3;               // of the grid that may be more than one
  std::string stream;
};

class GlobalWriter {
 public:
  GlobalWriter(const model::ParsedKernel& kernel, const MemoryObject& object)
      : kernel_(kernel), object_(object), editor_(*kernel.unit), context_(kernel.unit->ast()) {}

  Result<Rewrite> run() {
    Result<SharedTarget> target = findSharedTarget(kernel_, object_);
    if (!target.ok()) return target.error();
    for (Status (GlobalWriter::*check)(const SharedTarget&) :
         {&GlobalWriter::checkKernel, &GlobalWriter::checkMentions, &GlobalWriter::checkAlignment,
          &GlobalWriter::findLaunches}) {
      if (Status status = (this->*check)(*target); !status.ok()) return status.error();
    }
    if (Status shape = readShape(*target->local.variable); !shape.ok()) return shape.error();
    parameter_ = editor_.freshName(object_.name + "_scratch");
    const Status added = addParameter(editor_, *kernel_.pattern, pointerTo(parameter_), "a slice for each block");
    if (!added.ok()) return added.error();
    if (Status declared = declareSlice(*target); !declared.ok()) return declared.error();
    for (size_t i = 0; i < launches_.size(); ++i) writeLaunch(launches_[i], i);
    return editor_.finish("Move " + code(object_.name) + " of " + code(kernel_.models.front().name) +
                          " to global memory");
  }

 private:
  std::string at(clang::SourceLocation location) const { return atLine(*kernel_.unit, location); }

  // Every launch must be in sight, and the kernel must be one function.
  Status checkKernel(const SharedTarget&) {
    const clang::FunctionDecl& function = *kernel_.pattern;
    const std::string name = code(kernel_.models.front().name);
    if (function.isTemplated() || function.isTemplateInstantiation()) {
      return inputError(name + " is a template, and each of its instantiations would need a buffer of its own");
    }
    if (function.isExternallyVisible() && !hasMain()) {
      return inputError(name + " may be launched from other files: make it static, or look at the file with `main`");
    }
    return mayTakeParameter(function);
  }

  bool hasMain() const {
    const auto functions = model::projectFunctions(*kernel_.unit);
    return std::any_of(functions.begin(), functions.end(),
                       [](const clang::FunctionDecl* function) { return function->isMain(); });
  }

  Status checkMentions(const SharedTarget& target) {
    for (const VariableUse& use : findUses(*kernel_.pattern, *target.local.variable, target.rank)) {
      const bool inLambda = std::any_of(use.parents.begin(), use.parents.end(), [](const clang::Stmt* parent) {
        return clang::isa<clang::LambdaExpr>(parent);
      });
      if (use.kind == VariableUse::Kind::captured || inLambda) {
        return inputError(at(use.name->getLocation()) + " uses " + code(object_.name) +
                          " inside a lambda, which would copy it");
      }
    }
    return {};
  }

  // A slice starts at a multiple of the array's size from a start that is aligned to 256 bytes.
  Status checkAlignment(const SharedTarget& target) {
    if (target.local.variable->hasAttr<clang::AlignedAttr>()) {
      return inputError(code(object_.name) + " asks for an alignment that the slice of a block would not have");
    }
    for (const KernelModel& model : kernel_.models) {
      for (const Access& access : model.accesses) {
        if (!access.object.isValid() || model.object(access.object).name != object_.name) continue;
        if (access.bytes <= object_.elementBytes || object_.bytes % access.bytes == 0) continue;
        return inputError("line " + std::to_string(access.line) + " reaches " + std::to_string(access.bytes) +
                          " bytes at once, for which the slice of a block would not be aligned");
      }
    }
    return {};
  }

  Status findLaunches(const SharedTarget&) {
    const LaunchSites sites = findLaunchSites(editor_, *kernel_.pattern);
    if (!sites.unknown.empty()) return inputError(sites.unknown);
    if (sites.sites.empty())
      return inputError("no launch of " + code(kernel_.models.front().name) + " is in this file");
    for (const LaunchSite& site : sites.sites) {
      Result<HostLaunch> launch = readLaunch(site);
      if (!launch.ok()) return launch.error();
      launches_.push_back(*std::move(launch));
      dimensions_ = std::max(dimensions_, launches_.back().dimensions);
    }
    return {};
  }

  Result<HostLaunch> readLaunch(const LaunchSite& site) {
    const std::string line = "line " + std::to_string(site.at.line);
    HostLaunch launch;
    launch.call = site.call;
    for (const auto& other : launches_) {
      if (other.call == site.call) return inputError(line + " launches it twice");
    }
    if (Status statement = readStatement(launch, line); !statement.ok()) return statement.error();
    if (Status grid = readGrid(launch, site, line); !grid.ok()) return grid.error();
    const clang::CallExpr* configuration = site.call->getConfig();
    launch.stream = "0";
    if (configuration->getNumArgs() > 3 && !clang::isa<clang::CXXDefaultArgExpr>(configuration->getArg(3))) {
      Result<Stretch> stream = configurationArgument(editor_, site, 3);
      if (!stream.ok()) return stream.error();
      if (hasEffects(configuration->getArg(3), context_))
        return inputError(line + " computes the stream with a call: keep it in a variable");
      launch.stream = editor_.textOf(*stream);
    }
    return launch;
  }

  // The launch must be a statement of its own between braces of host code that is no template.
  Status readStatement(HostLaunch& launch, const std::string& line) {
    const clang::Stmt* statement = launch.call;
    const clang::Stmt* parent = nullptr;
    for (const clang::Stmt* inner = statement; inner;) {
      const auto parents = context_.getParents(*inner);
      parent = parents.size() == 1 ? parents[0].get<clang::Stmt>() : nullptr;
      if (!parent || !clang::isa<clang::ExprWithCleanups>(parent)) break;
      inner = statement = parent;
    }
    if (!parent || !clang::isa<clang::CompoundStmt>(parent)) {
      return inputError(line + " launches it in a statement without braces around: add them");
    }
    for (clang::DynTypedNode node = clang::DynTypedNode::create(*parent);;) {
      const auto parents = context_.getParents(node);
      if (parents.empty()) break;
      node = parents[0];
      if (node.get<clang::LambdaExpr>()) return inputError(line + " launches it inside a lambda");
      const auto* function = node.get<clang::FunctionDecl>();
      if (!function) continue;
      const auto* method = clang::dyn_cast<clang::CXXMethodDecl>(function);
      if (method && method->getParent()->isLambda()) return inputError(line + " launches it inside a lambda");
      if (function->isTemplated() || function->isTemplateInstantiation())
        return inputError(line + " launches it in a template");
      if (function->hasAttr<clang::CUDAGlobalAttr>() || function->hasAttr<clang::CUDADeviceAttr>()) {
        return inputError(line + " launches it from the device");
      }
      break;
    }
    Result<Stretch> whole = editor_.locate(launch.call->getSourceRange());
    if (!whole.ok()) return whole.error();
    const auto end = static_cast<uint32_t>(editor_.textOf(whole->file).size());
    const std::vector<RawToken> after = editor_.tokens({whole->file, whole->end, end});
    if (after.empty() || !after[0].is(";")) return inputError(line + " does not end in a semicolon");
    launch.statement = {whole->file, whole->begin, after[0].end};
    Result<Stretch> closing = editor_.locate(launch.call->getRParenLoc());
    if (!closing.ok()) return closing.error();
    launch.closing = *closing;
    return {};
  }

  // The expression that an implicit dim3 is made from.
  static const clang::Expr* madeFrom(const clang::Expr* expression) {
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

  Status readGrid(HostLaunch& launch, const LaunchSite& site, const std::string& line) {
    Result<Stretch> whole = configurationArgument(editor_, site, 0);
    if (!whole.ok()) return whole.error();
    const std::string text(editor_.textOf(*whole));
    const bool oneToken = editor_.tokens(*whole).size() == 1;
    const clang::Expr* grid = madeFrom(site.call->getConfig()->getArg(0));
    const bool named = clang::isa<clang::DeclRefExpr>(grid) || clang::isa<clang::MemberExpr>(grid);
    if (grid->getType()->isIntegralOrEnumerationType()) {
      if (hasEffects(grid, context_)) return inputError(line + " computes the grid with a call: keep it in a variable");
      launch.blocks.push_back(oneToken ? text : "(" + text + ")");
      launch.dimensions = 1;
      return {};
    }
    const std::array<std::optional<uint32_t>, 3> folded = foldedGrid(site);
    launch.dimensions = folded[2] != 1u ? 3 : folded[1] != 1u ? 2 : 1;
    if (named && hasEffects(grid, context_)) return inputError(line + " changes something while it names the grid");
    if (!named && (launch.dimensions != 1 || !folded[0])) {
      return inputError(line + " makes the grid where it launches: keep it in a variable of type dim3");
    }
    if (!named) launch.blocks.push_back(std::to_string(*folded[0]));
    for (int d = 0; named && d < launch.dimensions; ++d) launch.blocks.push_back(text + "." + "xyz"[d]);
    return {};
  }

  std::array<std::optional<uint32_t>, 3> foldedGrid(const LaunchSite& site) const {
    std::optional<std::array<std::optional<uint32_t>, 3>> found;
    for (const KernelModel& model : kernel_.models) {
      for (const Launch& launch : model.launches) {
        if (launch.at != site.at) continue;
        if (found && *found != launch.grid) return {};
        found = launch.grid;
      }
    }
    return found.value_or(std::array<std::optional<uint32_t>, 3>{});
  }

  // Element type and extents as they can be written outside the kernel, too.
  Status readShape(const clang::VarDecl& variable) {
    clang::QualType element = context_.getBaseElementType(variable.getType()).getUnqualifiedType();
    const auto* tag = element->getAsTagDecl();
    if (tag && tag->getParentFunctionOrMethod()) return inputError("its element type is declared in the kernel");
    if (tag && tag->getName().empty() && !element->getAs<clang::TypedefType>())
      return inputError("its element type has no name");
    element_ = element.getAsString(context_.getPrintingPolicy());
    if (element->isPointerType() || element->isReferenceType())
      element_ = element.getAsString(context_.getPrintingPolicy());
    clang::TypeLoc type = variable.getTypeSourceInfo()->getTypeLoc();
    size_t dimension = 0;
    while (const auto array = type.getAsAdjusted<clang::ArrayTypeLoc>()) {
      if (dimension == object_.extents.size()) return inputError("its shape is not understood");
      std::string text = std::to_string(object_.extents[dimension++]);
      if (const clang::Expr* size = array.getSizeExpr(); size && !namesAnything(size)) {
        Result<Stretch> spelled = editor_.spelled(size->getSourceRange());
        if (spelled.ok()) text = editor_.textOf(*spelled);
      }
      extents_ += "[" + text + "]";
      type = array.getElementLoc();
    }
    return dimension == object_.extents.size() ? Status{} : Status(inputError("its shape is not understood"));
  }

  static bool namesAnything(const clang::Stmt* part) {
    return part && (clang::isa<clang::DeclRefExpr>(part) || clang::isa<clang::UnaryExprOrTypeTraitExpr>(part) ||
                    std::any_of(part->child_begin(), part->child_end(), namesAnything));
  }

  // "float (*tile_scratch)[16][16]", "int *flag_scratch".
  std::string pointerTo(const std::string& name) const {
    return extents_.empty() ? element_ + " *" + name : element_ + " (*" + name + ")" + extents_;
  }

  Status declareSlice(const SharedTarget& target) {
    std::string block = "blockIdx.x";
    if (dimensions_ == 2) block = "blockIdx.x + gridDim.x * blockIdx.y";
    if (dimensions_ == 3) block = "blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)";
    Redeclaration wanted;
    wanted.name = target.rank == 0 ? "&" + object_.name : "(&" + object_.name + ")";
    wanted.extents = extents_ + " = " + parameter_ + "[" + block + "]";
    wanted.note = "the block's slice";
    return redeclare(editor_, *kernel_.pattern, target.local, target.rank, wanted);
  }

  void writeLaunch(const HostLaunch& launch, size_t index) {
    const std::string name = index == 0 ? parameter_ : editor_.freshName(parameter_ + "_" + std::to_string(index + 1));
    const std::string& file = launch.statement.file;
    const std::string newline = "\n" + std::string(editor_.indentationAt(file, launch.statement.begin));
    std::string bytes = "sizeof(*" + name + ")";
    for (const std::string& factor : launch.blocks) bytes += " * " + factor;
    editor_.insert(file, launch.statement.begin,
                   pointerTo(name) + " = nullptr;" + newline + "cudaMallocAsync(&" + name + ", " + bytes + ", " +
                       launch.stream + ");" + newline,
                   "scratch for each block");
    editor_.insert(file, launch.closing.begin, (launch.call->getNumArgs() > 0 ? ", " : "") + name);
    const std::string_view text = editor_.textOf(file);
    auto end = launch.statement.end;
    const auto lineEnd = static_cast<uint32_t>(std::min(text.find('\n', end), text.size()));
    if (editor_.tokens({file, end, lineEnd}).empty()) end = lineEnd;
    if (end > launch.statement.end && text[end - 1] == '\r') --end;
    editor_.insert(file, end, newline + "cudaFreeAsync(" + name + ", " + launch.stream + ");");
  }

  const model::ParsedKernel& kernel_;
  const MemoryObject& object_;
  Editor editor_;
  clang::ASTContext& context_;
  std::vector<HostLaunch> launches_;
  int dimensions_ = 1;
  std::string element_, extents_, parameter_;
};

}  // namespace

Result<Rewrite> rewriteAsGlobal(const model::ParsedKernel& kernel, const MemoryObject& object) {
  return GlobalWriter(kernel, object).run();
}

}  // namespace warpwright::passes
