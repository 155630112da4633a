#include "analysis/passes/placement/local_rewrite.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/TypeLoc.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/placement/placement.h"
#include "analysis/rewrite/edit/left_unused.h"
#include "analysis/rewrite/edit/statement_edits.h"

namespace warpwright::passes {
namespace {

using namespace rewrite;
using Kind = VariableUse::Kind;
using DimensionKind = DimensionLayout::Kind;

// One body under one model: its mentions, taken apart.
struct Reading {
  const clang::FunctionDecl* body = nullptr;
  const KernelModel* model = nullptr;
  std::vector<VariableUse> uses;
  std::vector<MentionTerms> terms;  // of each use; empty for sizes
};

Result<Reading> readMentions(const model::ParsedKernel& kernel, const SharedTarget& target, const MemoryObject& object,
                             const clang::FunctionDecl& body, const LocalVariable& local, const KernelModel& model) {
  Reading reading{&body, &model, findUses(body, *local.variable, target.rank), {}};
  SubscriptReader reader(body, model.block);
  for (const VariableUse& use : reading.uses) {
    const LineList line = atLine(*kernel.unit, use.name->getLocation());
    reading.terms.emplace_back();
    switch (use.kind) {
      case Kind::elementSize:
        continue;
      case Kind::arraySize:
        return inputError({"%1 asks for the size of the whole array %2", line, code(object.name)});
      case Kind::captured:
        return inputError({"%1 uses %2 inside a lambda", line, code(object.name)});
      case Kind::other:
        return inputError({"%1 uses %2 in a way that is not understood", line, code(object.name)});
      default:
        break;
    }
    for (const clang::Expr* subscript : use.subscripts) {
      const auto terms = reader.terms(subscript, use.parents);
      if (!terms) return inputError({"%1 has a subscript of %2 that is not understood", line, code(object.name)});
      reading.terms.back().push_back(*terms);
    }
  }
  return reading;
}

// Does an address or a reference keep to what stays side by side?
Status checkHandedOn(const model::ParsedKernel& kernel, const Reading& reading, const SlotLayout& layout,
                     const std::string& name) {
  for (const VariableUse& use : reading.uses) {
    if (use.kind != Kind::address && use.kind != Kind::reference) continue;
    const LineList line = atLine(*kernel.unit, use.name->getLocation());
    const size_t lanes = static_cast<size_t>(
        std::count_if(layout.dimensions.begin(), layout.dimensions.end(),
                      [](const DimensionLayout& dimension) { return dimension.kind == DimensionKind::lane; }));
    const bool whole = use.subscripts.size() == layout.dimensions.size();
    if (!whole && !(layout.contiguous && use.subscripts.size() >= lanes &&
                    layout.dimensions.back().kind == DimensionKind::slot)) {
      return inputError({"%1 hands on %2 with the elements of other threads", line, code(name)});
    }
    if (layout.contiguous || !mayLeaveElement(use, *reading.body) || elementPointersStay(use, *reading.body)) continue;
    return inputError({"%1%2%3 that may be used for more than one element", line,
                       use.kind == Kind::address ? " takes an address in " : " binds a reference to ", code(name)});
  }
  return {};
}

// Bracketed groups after the name: "[e * NT + tid]", "[tid]".
std::vector<TextRange> bracketGroups(const Editor& editor, const TextRange& bytes) {
  std::vector<TextRange> groups;
  int depth = 0;
  for (const RawToken& token : editor.tokens(bytes)) {
    if (depth == 0 && !token.is("[")) return {};
    if (depth == 0) groups.push_back({bytes.file, token.begin, 0});
    if (token.is("[") || token.is("(")) ++depth;
    if (token.is("]") || token.is(")")) --depth;
    if (depth == 0) groups.back().end = token.end;
  }
  return groups;
}

bool isSimple(const clang::Expr* expression) {
  expression = expression->IgnoreParenImpCasts();
  return clang::isa<clang::DeclRefExpr>(expression) || clang::isa<clang::IntegerLiteral>(expression) ||
         clang::isa<clang::MemberExpr>(expression) || clang::isa<clang::ArraySubscriptExpr>(expression) ||
         clang::isa<clang::CallExpr>(expression);
}

bool isSum(const clang::Expr* expression) {
  const auto* binary = clang::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
  return binary && (binary->isAdditiveOp() || binary->isMultiplicativeOp());
}

// The view of a term whose factor is the stride, or else a multiple of it.
const OpenTerm::View* viewFor(const OpenTerm& term, int64_t stride) {
  const OpenTerm::View* best = nullptr;
  for (const OpenTerm::View& view : term.views) {
    if (view.factor % stride != 0) continue;
    if (!best || std::abs(view.factor) < std::abs(best->factor)) best = &view;
  }
  return best;
}

// The slot of one split dimension as text. Only what is spelled in the file itself is taken over.
class SlotText {
 public:
  SlotText(const Editor& editor, const DimensionLayout& layout, const SubscriptTerms& terms)
      : editor_(editor),
        layout_(layout),
        terms_(terms),
        constant_((terms.fixed.constant - layout.residue) / layout.stride) {}

  // The edits that leave the slot between the brackets of `group`.
  Result<std::vector<SubscriptEdit>> edits(const TextRange& group) const {
    const TextRange inside{group.file, group.begin + 1, group.end - 1};
    if (terms_.open.size() == 1) {
      const OpenTerm::View* view = viewFor(terms_.open[0], layout_.stride);
      if (view && view->factor == layout_.stride) return around(inside, view->expression);
    }
    Result<std::string> text = composed();
    if (!text.ok()) return text.error();
    return std::vector<SubscriptEdit>{{inside, *text}};
  }

 private:
  Result<TextRange> placeOf(const clang::Expr* expression, bool bare) const {
    return editor_.spelled((bare ? expression->IgnoreParenImpCasts() : expression)->getSourceRange());
  }

  std::string tail() const {
    if (constant_ == 0) return "";
    return constant_ > 0 ? " + " + constantText() : " - " + std::to_string(-constant_);
  }

  std::string constantText() const {
    const ConstantTerm* only = terms_.constants.size() == 1 ? &terms_.constants[0] : nullptr;
    if (only && only->other && only->factor == layout_.stride && layout_.residue == 0) {
      Result<TextRange> where = placeOf(only->other, isSimple(only->other) || terms_.open.empty());
      if (where.ok()) return std::string(editor_.textOf(*where));
    }
    return std::to_string(constant_);
  }

  // The slot is one expression of the source: it stays where it is, and what is around it goes.
  Result<std::vector<SubscriptEdit>> around(const TextRange& inside, const clang::Expr* slot) const {
    const std::string after = tail();
    const bool bare = after.empty() || isSimple(slot) || isSum(slot);
    Result<TextRange> where = placeOf(slot, bare);
    if (!where.ok()) return where.error();
    std::vector<SubscriptEdit> edits;
    if (where->begin > inside.begin) edits.push_back({{inside.file, inside.begin, where->begin}, ""});
    if (where->end < inside.end || !after.empty()) edits.push_back({{inside.file, where->end, inside.end}, after});
    return edits;
  }

  Result<std::string> composed() const {
    std::string text;
    for (const OpenTerm& term : terms_.open) {
      const OpenTerm::View* view = viewFor(term, layout_.stride);
      if (!view) return inputError("the slot cannot be written out");
      const int64_t factor = view->factor / layout_.stride;
      const bool bare = isSimple(view->expression);
      Result<TextRange> where = placeOf(view->expression, false);
      if (!where.ok()) return where.error();
      std::string part(editor_.textOf(*where));
      const bool spelledInParens = clang::isa<clang::ParenExpr>(view->expression);
      if (!bare && !spelledInParens) part = "(" + part + ")";
      if (factor != 1 && factor != -1) part = std::to_string(std::abs(factor)) + " * " + part;
      text += text.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
      text += part;
    }
    if (text.empty()) return constantText();
    if (text[0] == '-' && constant_ > 0) return constantText() + " - " + text.substr(1);
    return text + tail();
  }

  const Editor& editor_;
  const DimensionLayout& layout_;
  const SubscriptTerms& terms_;
  int64_t constant_;
};

Result<std::vector<SubscriptEdit>> mentionEdits(const Editor& editor, const VariableUse& use, const MentionTerms& terms,
                                                const SlotLayout& layout, const LineList& line) {
  Result<TextRange> name = editor.locate(use.name->getLocation());
  if (!name.ok()) return name.error();
  Result<TextRange> element = editor.locate(clang::SourceRange(use.name->getLocation(), use.element->getEndLoc()));
  if (!element.ok()) return element.error();
  const std::vector<TextRange> groups = bracketGroups(editor, {name->file, name->end, element->end});
  if (groups.size() != use.subscripts.size()) return inputError({"%1 spells the subscript in an unusual way", line});
  std::vector<SubscriptEdit> edits;
  for (size_t i = 0; i < groups.size(); ++i) {
    if (layout.dimensions[i].kind == DimensionKind::slot) continue;
    if (layout.dimensions[i].kind == DimensionKind::lane) {
      edits.push_back({groups[i], ""});
    } else if (use.kind == Kind::elementSize) {
      edits.push_back({groups[i], "[0]"});
    } else {
      auto slot = SlotText(editor, layout.dimensions[i], terms[i]).edits(groups[i]);
      if (!slot.ok()) return inputError(line + ": " + said(slot.error()));
      edits.insert(edits.end(), slot->begin(), slot->end());
    }
  }
  return edits;
}

// The expressions of the declared dimensions, outermost first; null where none is spelled.
std::vector<const clang::Expr*> declaredSizes(const clang::VarDecl& variable) {
  std::vector<const clang::Expr*> sizes;
  const clang::TypeSourceInfo* info = variable.getTypeSourceInfo();
  if (!info) return sizes;
  clang::TypeLoc type = info->getTypeLoc();
  while (const auto array = type.getAsAdjusted<clang::ArrayTypeLoc>()) {
    sizes.push_back(array.getSizeExpr());
    type = array.getElementLoc();
  }
  return sizes;
}

// Does the expression name something that the kernel declares, which its start cannot name?
bool namesLocal(const clang::Stmt* part) {
  return frontend::anyPart(part, [](const clang::Stmt& inner) {
    const auto* name = clang::dyn_cast<clang::DeclRefExpr>(&inner);
    return name && !clang::isa<clang::NonTypeTemplateParmDecl>(name->getDecl()) &&
           name->getDecl()->getParentFunctionOrMethod();
  });
}

// The extent of one kept dimension as the declaration spells it, or the side of a product that it is.
std::string extentText(const Editor& editor, const SubscriptReader& reader, const clang::Expr* size,
                       const DimensionLayout& layout, bool moves) {
  const std::string number = std::to_string(layout.slots);
  if (!size || (moves && namesLocal(size))) return number;
  const auto textOf = [&](const clang::Expr* expression) {
    Result<TextRange> where = editor.spelled(expression->getSourceRange());
    return where.ok() ? std::string(editor.textOf(*where)) : number;
  };
  if (layout.kind == DimensionKind::slot) return textOf(size);
  const clang::Expr* inner = size->IgnoreParenImpCasts();
  if (const auto* constant = clang::dyn_cast<clang::ConstantExpr>(inner))
    inner = constant->getSubExpr()->IgnoreParenImpCasts();
  const auto* product = clang::dyn_cast<clang::BinaryOperator>(inner);
  if (!product || product->getOpcode() != clang::BO_Mul) return number;
  for (const clang::Expr* side : {product->getLHS(), product->getRHS()}) {
    const auto value = reader.fixedValue(side);
    if (value && value->thread.empty() && static_cast<uint64_t>(value->constant) == layout.slots)
      return textOf(side->IgnoreParens());
  }
  return number;
}

class Planner {
 public:
  Planner(const model::ParsedKernel& kernel, const MemoryObject& object)
      : kernel_(kernel), object_(object), editor_(*kernel.unit) {}

  Result<LocalPlan> run() {
    Result<SharedTarget> target = findSharedTarget(kernel_, object_);
    if (!target.ok()) return target.error();
    plan_.target = *std::move(target);
    plan_.layouts.resize(kernel_.models.size());
    clang::ASTNameGenerator names(kernel_.unit->ast());
    for (const clang::FunctionDecl* body : plan_.target.bodies) {
      const std::vector<LocalVariable> variables = sharedVariables(*body);
      const LocalVariable* local = findShared(*kernel_.unit, variables, object_);
      if (!local) continue;  // a branch that this instantiation leaves out
      const std::string mangled = names.getName(body);
      for (size_t i = 0; i < kernel_.models.size(); ++i) {
        if (plan_.target.bodies.size() > 1 && kernel_.models[i].mangledName != mangled) continue;
        if (Status added = add(*body, *local, i); !added.ok()) return added.error();
      }
    }
    if (!read_) return inputError("no instantiation of it was found");
    for (size_t i = 0; i < extents_.size(); ++i) plan_.extents += "[" + extents_[i] + "]";
    return std::move(plan_);
  }

 private:
  const MemoryObject* objectIn(const KernelModel& model) const {
    const auto same = std::find_if(model.objects.begin(), model.objects.end(), [&](const MemoryObject& other) {
      return other.space == MemorySpace::shared && other.name == object_.name &&
             other.declaration.begin == object_.declaration.begin;
    });
    return same == model.objects.end() ? nullptr : &*same;
  }

  Status add(const clang::FunctionDecl& body, const LocalVariable& local, size_t index) {
    const KernelModel& model = kernel_.models[index];
    const MemoryObject* object = objectIn(model);
    if (!object) return {};
    if (object->extents.size() != plan_.target.rank || object->extents.empty()) {
      return inputError({"%1 is no array", code(object_.name)});
    }
    Result<Reading> reading = readMentions(kernel_, plan_.target, *object, body, local, model);
    if (!reading.ok()) return reading.error();
    std::vector<MentionTerms> terms;
    for (size_t i = 0; i < reading->uses.size(); ++i) {
      if (reading->uses[i].kind != Kind::elementSize) terms.push_back(reading->terms[i]);
    }
    if (terms.empty()) return inputError("it is never read or written");
    Result<SlotLayout> layout = slotLayout(model, *object, terms);
    if (!layout.ok()) return layout.error();
    if (Status handed = checkHandedOn(kernel_, *reading, *layout, object_.name); !handed.ok()) return handed.error();
    for (size_t i = 0; i < reading->uses.size(); ++i) {
      const VariableUse& use = reading->uses[i];
      const LineList line = atLine(*kernel_.unit, use.name->getLocation());
      Result<TextRange> name = editor_.locate(use.name->getLocation());
      if (!name.ok()) return name.error();
      auto edits = mentionEdits(editor_, use, reading->terms[i], *layout, line);
      if (!edits.ok()) return edits.error();
      const auto [known, isNew] = plan_.mentions.emplace(name->begin, *edits);
      if (!isNew && known->second != *edits) return inputError({"%1 would have to change in two ways at once", line});
    }
    takeExtents(SubscriptReader(body, model.block), *local.variable, *layout);
    plan_.slots = std::max(plan_.slots, layout->slots());
    plan_.layouts[index] = *std::move(layout);
    read_ = true;
    return {};
  }

  void takeExtents(const SubscriptReader& reader, const clang::VarDecl& variable, const SlotLayout& layout) {
    const std::vector<const clang::Expr*> sizes = declaredSizes(variable);
    size_t kept = 0;
    for (size_t i = 0; i < layout.dimensions.size(); ++i) {
      const DimensionLayout& dimension = layout.dimensions[i];
      if (dimension.kind == DimensionKind::lane) continue;
      const std::string text =
          extentText(editor_, reader, i < sizes.size() ? sizes[i] : nullptr, dimension, plan_.target.local.inLoop());
      if (kept == extents_.size()) {
        extents_.push_back(text);
        slots_.push_back(0);
      }
      slots_[kept] = std::max(slots_[kept], dimension.slots);
      if (extents_[kept] != text) extents_[kept] = std::to_string(slots_[kept]);
      ++kept;
    }
  }

  const model::ParsedKernel& kernel_;
  const MemoryObject& object_;
  Editor editor_;
  LocalPlan plan_;
  std::vector<std::string> extents_;
  std::vector<uint64_t> slots_;
  bool read_ = false;
};

}  // namespace

Result<LocalPlan> planLocal(const model::ParsedKernel& kernel, const MemoryObject& object) {
  return Planner(kernel, object).run();
}

/// What reads several elements at once relies on how the array lies, which in local memory only its declaration says.
Status checkAlignment(const model::ParsedKernel& kernel, const MemoryObject& object, const SharedTarget& target) {
  const auto refusal = [&](const LineList& line, uint64_t alignment) {
    return inputError({"%1 takes an address for a multiple of %2 bytes: declare %3 with `__align__(%2)`", line,
                       alignment, code(target.local.variable->getNameAsString())});
  };
  if (const WiderView view = findWiderView(target); view.alignment != 0)
    return refusal(atLine(*kernel.unit, view.at), view.alignment);
  const Access* strictest = strictestAccess(kernel, object);
  const bool isAligned = !strictest || strictest->alignment <= declaredAlignment(target);
  return isAligned ? Status() : refusal(lineText(strictest->line), strictest->alignment);
}

Result<Rewrite> rewriteAsLocal(const model::ParsedKernel& kernel, const MemoryObject& object, const LocalPlan& plan,
                               const std::set<SourcePosition>& unrolled) {
  const SharedTarget& target = plan.target;
  if (Status lies = checkAlignment(kernel, object, target); !lies.ok()) return lies.error();
  Editor editor(*kernel.unit);
  std::set<uint32_t> names;
  std::vector<TextRange> places;
  for (const VariableUse& use : findUses(*target.pattern, *target.local.variable, target.rank)) {
    Result<TextRange> name = editor.locate(use.name->getLocation());
    if (!name.ok()) return name.error();
    if (!plan.mentions.contains(name->begin)) {
      return inputError({"%1 uses %2 in code that no instantiation of the template contains",
                         atLine(*kernel.unit, use.name->getLocation()), code(object.name)});
    }
    names.insert(name->begin);
    places.push_back(*name);
    for (const clang::Stmt* around : use.parents) {
      if (unrolled.contains(positionAt(*kernel.unit, around->getBeginLoc()))) unroll(editor, *around, use.parents);
    }
  }
  const Result<std::string> own = redeclareForThread(editor, target, names, object.name, plan.extents);
  if (!own.ok()) return own.error();
  Edits taken;
  for (const TextRange& name : places) {
    if (*own != object.name) editor.replace(name, *own);
    for (const SubscriptEdit& edit : plan.mentions.at(name.begin)) {
      editor.replace(edit.where, edit.text);
      taken.replace(edit.where, edit.text);
    }
  }
  markUnused(editor, *target.pattern, taken);
  if (Status room = leaveRegisters(editor, kernel); !room.ok()) return room.error();
  return editor.finish({"Keep `%1` of `%2` in %3", object.name, kernel.models.front().name,
                        unrolled.empty() ? std::string("local memory") : std::to_string(plan.slots) + " registers"});
}

}  // namespace warpwright::passes
