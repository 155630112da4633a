#include "analysis/passes/placement/global_rewrite.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/statement_search.h"
#include "analysis/model/project_functions.h"
#include "analysis/passes/compaction/compaction_plans.h"
#include "analysis/passes/placement/placement.h"
#include "analysis/passes/placement/scratch_launch.h"
#include "analysis/passes/placement/shared_target.h"
#include "analysis/rewrite/edit/kernel_arguments.h"
#include "analysis/rewrite/edit/redeclare.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

using namespace rewrite;

class GlobalWriter {
 public:
  GlobalWriter(const model::ParsedKernel& kernel, const MemoryObject& object)
      : kernel_(kernel), object_(object), editor_(*kernel.unit), context_(kernel.unit->ast()) {}

  Result<Rewrite> run() {
    Result<SharedTarget> target = findSharedTarget(kernel_, object_);
    if (!target.ok()) return target.error();
    for (Status (GlobalWriter::*check)(const SharedTarget&) :
         {&GlobalWriter::checkKernel, &GlobalWriter::checkMentions, &GlobalWriter::checkTypes,
          &GlobalWriter::checkJumps, &GlobalWriter::checkAlignment, &GlobalWriter::findLaunches}) {
      if (Status status = (this->*check)(*target); !status.ok()) return status.error();
    }
    if (Status shape = readShape(*target->local.variable); !shape.ok()) return shape.error();
    parameter_ = editor_.freshName(object_.name + "_scratch");
    const Status added =
        addParameter(editor_, *kernel_.pattern, shape_.pointerTo(parameter_), "a slice for each block");
    if (!added.ok()) return added.error();
    if (Status declared = declareSlice(*target); !declared.ok()) return declared.error();
    if (Status written = writeLaunches(*target); !written.ok()) return written.error();
    return editor_.finish({"Move %1 of %2 to global memory", code(object_.name), code(kernel_.models.front().name)});
  }

 private:
  LineList at(clang::SourceLocation location) const { return atLine(*kernel_.unit, location); }

  // Every launch must be in sight, and the kernel must be one function.
  Status checkKernel(const SharedTarget&) {
    const auto namesType = [](const clang::Stmt& part) {
      const auto* name = llvm::dyn_cast<clang::PredefinedExpr>(&part);
      return name && name->getIdentKind() == clang::PredefinedIdentKind::PrettyFunction;
    };
    if (frontend::anyPart(kernel_.pattern->getBody(), namesType))
      return inputError("the kernel tells its own type (`__PRETTY_FUNCTION__`), which would be another one");
    const clang::FunctionDecl& function = *kernel_.pattern;
    const Code name = code(kernel_.models.front().name);
    if (Status asTemplate = checkTemplate(name); !asTemplate.ok()) return asTemplate;
    if (function.isExternallyVisible() && !hasMain()) {
      return inputError({"%1 may be launched from other files: make it static, or look at the file with `main`", name});
    }
    if (const Message others = declaredForOthers(kernel_); !others.empty()) return inputError(others);
    return mayTakeParameter(*kernel_.unit, function);
  }

  // Instantiations that are written out would have to be changed, too.
  Status checkTemplate(const Code& name) const {
    const clang::FunctionTemplateDecl* described = kernel_.pattern->getDescribedFunctionTemplate();
    if (!described) {
      const bool isMember = kernel_.pattern->isTemplated() || kernel_.pattern->isTemplateInstantiation();
      return isMember ? Status(inputError({"%1 is part of a template", name})) : Status{};
    }
    for (const clang::FunctionDecl* instance : described->specializations()) {
      if (instance->getTemplateSpecializationKind() == clang::TSK_ImplicitInstantiation) continue;
      return inputError(at(instance->getPointOfInstantiation().isValid() ? instance->getPointOfInstantiation()
                                                                         : instance->getLocation()) +
                        " writes out an instantiation of the template " + name);
    }
    return {};
  }

  /// As the unit is compiled, whatever conditions it stands under. Found once a unit.
  bool hasMain() const {
    struct Main {
      bool isThere;
    };
    return frontend::keptFact<Main>(
               *kernel_.unit,
               [&] {
                 return Main{std::ranges::any_of(model::projectFunctions(*kernel_.unit), &clang::FunctionDecl::isMain)};
               })
        .isThere;
  }

  Status checkMentions(const SharedTarget& target) {
    for (const VariableUse& use : findUses(*kernel_.pattern, *target.local.variable, target.rank)) {
      const bool inLambda = std::any_of(use.parents.begin(), use.parents.end(), [](const clang::Stmt* parent) {
        return clang::isa<clang::LambdaExpr>(parent);
      });
      if (use.kind == VariableUse::Kind::captured || inLambda) {
        return inputError(
            {"%1 uses %2 inside a lambda, which would copy it", at(use.name->getLocation()), code(object_.name)});
      }
    }
    return {};
  }

  // The array becomes a reference to one: its type would be another one, and classes inside could not name it.
  Status checkTypes(const SharedTarget& target) {
    const auto places = typeMentions(*kernel_.pattern, *target.local.variable);
    if (places.empty()) return {};
    return inputError({"%1 names %2 in a type or in a class, where a reference to the slice could not stand for it",
                       at(places.front()), code(object_.name)});
  }

  // No jump may pass over the declaration of a reference.
  Status checkJumps(const SharedTarget& target) {
    const std::vector<const clang::Stmt*>& parents = target.local.parents;
    const bool inSwitch = parents.size() > 1 && clang::isa<clang::SwitchStmt>(parents[parents.size() - 2]);
    if (!inSwitch && !frontend::containsJump(kernel_.pattern->getBody())) return {};
    return inputError({"%1 declares it where a %2 may jump past it", at(target.local.variable->getLocation()),
                       inSwitch ? "`switch`" : "`goto`"});
  }

  // A slice starts at a multiple of the array's size from a start that is aligned to 256 bytes.
  Status checkAlignment(const SharedTarget& target) {
    if (const WiderView view = findWiderView(target); view.alignment != 0 && object_.bytes % view.alignment != 0) {
      return inputError(at(view.at) + " takes an address for a multiple of " + std::to_string(view.alignment) +
                        " bytes, for which the slice of a block would not be aligned");
    }
    if (target.local.variable->hasAttr<clang::AlignedAttr>()) {
      return inputError({"%1 asks for an alignment that the slice of a block would not have", code(object_.name)});
    }
    const Access* strictest = strictestAccess(kernel_, object_);
    if (strictest && object_.bytes % strictest->alignment != 0) {
      return inputError(
          {"%1 takes an address for a multiple of %2 bytes, for which the slice of a block would not be "
           "aligned",
           lineText(strictest->line), strictest->alignment});
    }
    for (const KernelModel& model : kernel_.models) {
      for (const Access& access : model.accesses) {
        if (!access.object.isValid() || model.object(access.object).name != object_.name) continue;
        const MemoryObject& own = model.object(access.object);
        if (access.bytes <= own.elementBytes || own.bytes % access.bytes == 0) continue;
        return inputError({"%1 reaches %2 bytes at once, for which the slice of a block would not be aligned",
                           lineText(access.line), access.bytes});
      }
    }
    return {};
  }

  Status findLaunches(const SharedTarget&) {
    if (!kernel_.openLaunches.empty()) return inputError(kernel_.openLaunches);
    const LaunchSites sites = findLaunchSites(editor_, *kernel_.pattern);
    if (!sites.unknown.empty()) return inputError(sites.unknown);
    if (sites.sites.empty()) return inputError({"no launch of %1 is in this file", code(kernel_.models.front().name)});
    for (const LaunchSite& site : sites.sites) {
      Result<ScratchLaunch> launch = readScratchLaunch(editor_, kernel_, site);
      if (!launch.ok()) return launch.error();
      for (const ScratchLaunch& other : launches_) {
        if (other.call == site.call) return inputError({"%1 launches it twice", lineText(site.at)});
      }
      launches_.push_back(*std::move(launch));
      dimensions_ = std::max(dimensions_, launches_.back().dimensions);
    }
    return {};
  }

  // Element type and extents as they can be written in front of the kernel's body.
  Status readShape(const clang::VarDecl& variable) {
    const clang::FunctionDecl* first = kernel_.pattern->getFirstDecl();
    const Result<std::string> element = typeText(*kernel_.unit, context_.getBaseElementType(variable.getType()),
                                                 {kernel_.pattern, first->getLocation()});
    if (!element.ok()) return element.error();
    shape_.element = *element;
    clang::TypeLoc type = variable.getTypeSourceInfo()->getTypeLoc();
    size_t dimension = 0;
    while (const auto array = type.getAsAdjusted<clang::ArrayTypeLoc>()) {
      if (dimension == object_.extents.size()) return inputError("its shape is not understood");
      std::string text = std::to_string(object_.extents[dimension++]);
      const clang::Expr* size = array.getSizeExpr();
      const bool dependent = size && size->isInstantiationDependent();
      if (dependent && !namesParametersOnly(size)) {
        return inputError("its shape is computed in the kernel, from template parameters");
      }
      // What a macro stands for in the body it need not at a declaration before.
      if (size && (dependent || (!namesAnything(size) && kernel_.pattern->isFirstDecl()))) {
        Result<TextRange> spelled = editor_.spelled(size->getSourceRange());
        if (spelled.ok()) text = editor_.textOf(*spelled);
        if (dependent && !spelled.ok()) return spelled.error();
      }
      shape_.extents += "[" + text + "]";
      type = array.getElementLoc();
    }
    // What is left of the shape is a typedef's.
    const bool isOpen = variable.getType()->isDependentType();
    while (!isOpen && dimension < object_.extents.size())
      shape_.extents += "[" + std::to_string(object_.extents[dimension++]) + "]";
    return dimension == object_.extents.size() ? Status{} : Status(inputError("its shape is not understood"));
  }

  static bool namesAnything(const clang::Stmt* part) {
    return frontend::anyPart(part, [](const clang::Stmt& inner) {
      return clang::isa<clang::DeclRefExpr, clang::UnaryExprOrTypeTraitExpr>(inner);
    });
  }

  // Template parameters of the kernel can be named in front of its body, what the body declares cannot.
  static bool namesParametersOnly(const clang::Stmt* part) {
    if (!part || clang::isa<clang::UnaryExprOrTypeTraitExpr>(part)) return !part;
    if (const auto* name = clang::dyn_cast<clang::DeclRefExpr>(part)) {
      return clang::isa<clang::NonTypeTemplateParmDecl>(name->getDecl());
    }
    const bool plain = clang::isa<clang::IntegerLiteral, clang::ParenExpr, clang::BinaryOperator, clang::UnaryOperator,
                                  clang::ImplicitCastExpr>(part);
    return plain && std::all_of(part->child_begin(), part->child_end(), namesParametersOnly);
  }

  // "float", "[16][16]".
  struct Shape {
    std::string element, extents;

    // "float (*tile_scratch)[16][16]", "int *flag_scratch".
    std::string pointerTo(const std::string& name) const {
      return extents.empty() ? element + " *" + name : element + " (*" + name + ")" + extents;
    }
  };

  // The shape that the array has in the kernel that one launch starts, as it is written at the launch.
  Result<Shape> shapeAt(const ScratchLaunch& launch, const SharedTarget& target) const {
    const TypePlace place{launch.function, launch.call->getBeginLoc(), true};
    clang::QualType type = target.local.variable->getType();
    Shape shape = shape_;
    if (kernel_.pattern->isTemplated()) {
      const LocalVariable instance = instanceAt(launch, target);
      if (!instance.variable) {
        return inputError(at(launch.call->getBeginLoc()) + " launches an instantiation in which it has no known shape");
      }
      type = instance.variable->getType();
      shape.extents.clear();
      while (const clang::ConstantArrayType* array = context_.getAsConstantArrayType(type)) {
        shape.extents += "[" + std::to_string(array->getZExtSize()) + "]";
        type = array->getElementType();
      }
      type = type.getCanonicalType();
    }
    const Result<std::string> element = typeText(*kernel_.unit, context_.getBaseElementType(type), place);
    if (!element.ok())
      return inputError({"%1 launches it, where %2", at(launch.call->getBeginLoc()), said(element.error())});
    shape.element = *element;
    return shape;
  }

  // The array in the instantiation that a launch starts.
  LocalVariable instanceAt(const ScratchLaunch& launch, const SharedTarget& target) const {
    const clang::FunctionDecl* callee = launch.call->getDirectCallee();
    for (const clang::FunctionDecl* body : target.bodies) {
      if (!callee || body->getCanonicalDecl() != callee->getCanonicalDecl()) continue;
      const std::vector<LocalVariable> variables = sharedVariables(*body);
      if (const LocalVariable* local = findShared(*kernel_.unit, variables, object_)) return *local;
    }
    return {};
  }

  Status declareSlice(const SharedTarget& target) {
    std::string block = "blockIdx.x";
    if (dimensions_ == 2) block = "blockIdx.x + gridDim.x * blockIdx.y";
    if (dimensions_ == 3) block = "blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)";
    Redeclaration wanted;
    wanted.name = target.rank == 0 ? "&" + object_.name : "(&" + object_.name + ")";
    wanted.extents = shape_.extents + " = " + parameter_ + "[" + block + "]";
    wanted.note = "the block's slice";
    return redeclare(editor_, *kernel_.pattern, target.local, target.rank, wanted);
  }

  Status writeLaunches(const SharedTarget& target) {
    for (size_t i = 0; i < launches_.size(); ++i) {
      const Result<Shape> shape = shapeAt(launches_[i], target);
      if (!shape.ok()) return shape.error();
      const std::string number = i == 0 ? "" : "_" + std::to_string(i + 1);
      ScratchBuffer buffer;
      buffer.name = i == 0 ? parameter_ : editor_.freshName(parameter_ + number);
      buffer.grid = editor_.freshName(object_.name + "_grid" + number);
      buffer.declaration = shape->pointerTo(buffer.name);
      writeScratchLaunch(editor_, launches_[i], buffer);
    }
    return {};
  }

  const model::ParsedKernel& kernel_;
  const MemoryObject& object_;
  Editor editor_;
  clang::ASTContext& context_;
  std::vector<ScratchLaunch> launches_;
  int dimensions_ = 1;
  Shape shape_;
  std::string parameter_;
};

}  // namespace

Result<Rewrite> rewriteAsGlobal(const model::ParsedKernel& kernel, const MemoryObject& object) {
  return GlobalWriter(kernel, object).run();
}

}  // namespace warpwright::passes
