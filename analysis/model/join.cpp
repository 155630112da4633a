#include "analysis/model/join.h"

#include <algorithm>

namespace warpwright::model {
namespace {

using Kind = SourceUse::Kind;

class Joiner {
 public:
  Joiner(const SourceIndex& source, const IrOrigins& origins, KernelModel& model)
      : source_(source), origins_(origins), model_(model) {}

  void run() {
    mapVariables();
    for (size_t i = 0; i < source_.variables.size(); ++i) variableUses_.push_back(source_.variables[i].mentions);
    for (const SourceParameter& parameter : source_.parameters) parameterUses_.push_back(parameter.mentions);
    for (Access& access : model_.accesses) joinAccess(access);
    for (size_t i = 0; i < model_.barriers.size(); ++i) {
      Barrier& barrier = model_.barriers[i];
      if (const SourceCall* call = callAt(origins_.barriers[i])) barrier.range = call->range, barrier.text = call->text;
    }
    for (size_t i = 0; i < model_.calls.size(); ++i) {
      if (const SourceCall* call = callAt(origins_.calls[i])) model_.calls[i].range = call->range;
    }
    for (size_t i = 0; i < model_.loops.size(); ++i) joinLoop(model_.loops[i], origins_.loops[i]);
    fillUses();
    for (MemoryObject& object : model_.objects) check(object);
    nameLoads();
  }

 private:
  static constexpr int exact = 3, byPointer = 2, otherPointer = 1;

  /// Finds the object of each variable; shared variables that the IR never touches become objects, too.
  void mapVariables() {
    for (const SourceVariable& variable : source_.variables) {
      ObjectId found;
      for (const MemoryObject& object : model_.objects) {
        const bool sameName = object.id.value < origins_.linkerNames.size() &&
                              origins_.linkerNames[object.id.value] == variable.linkerName;
        const bool sameMemory = object.isDynamic && variable.object.isDynamic;
        if (sameName || sameMemory) found = object.id;
      }
      if (!found.isValid() && variable.object.space == MemorySpace::shared) {
        MemoryObject object = variable.object;
        object.id = found = ObjectId{static_cast<uint32_t>(model_.objects.size())};
        object.neverWritten = true;
        model_.objects.push_back(std::move(object));
      }
      objectOfVariable_.push_back(found);
    }
  }

  int fit(const SourceExpression& expression, const Access& access) const {
    if (expression.variable >= 0) {
      return access.object.isValid() && objectOfVariable_[expression.variable] == access.object ? exact : 0;
    }
    if (expression.parameter >= 0) {
      const bool same = access.object.isValid() && model_.object(access.object).argumentIndex == expression.parameter;
      return same ? exact : otherPointer;
    }
    return byPointer;
  }

  /// The best expression at some place; -1: none. Sets `ambiguous` if several different ones fit equally well.
  int expressionAt(const std::multimap<SourceIndex::Key, int>& index, const SourcePosition& place, const Access& access,
                   bool& ambiguous) const {
    int best = -1, bestFit = 0;
    const auto [first, last] = index.equal_range(SourceIndex::key(place));
    for (auto it = first; it != last; ++it) {
      const SourceExpression& expression = source_.expressions[it->second];
      const int quality = fit(expression, access);
      if (quality > bestFit) {
        best = it->second;
        bestFit = quality;
        ambiguous = false;
      } else if (quality == bestFit && quality > 0 && expression.use.range != source_.expressions[best].use.range) {
        ambiguous = true;
      } else if (quality == bestFit && quality > 0 && expression.use.inMacro && it->second != best) {
        ambiguous = true;  // several uses inside one macro all have the macro's range
      }
    }
    return best;
  }

  void joinAccess(Access& access) {
    const IrOrigins::Origin& origin = origins_.accesses[access.id.value];
    std::vector<const SourcePosition*> places;
    if (!origin.isCopySource) {
      for (const SourcePosition& place : origin.own) places.push_back(&place);
    }
    for (const auto& step : origin.address) {
      for (const SourcePosition& place : step) places.push_back(&place);
    }
    for (const SourcePosition* place : places) {
      if (joinAt(source_.expressionsAt, *place, access)) return;
    }
    // Inside a function of a header, such as an atomic one: what was handed to it.
    for (size_t i = 1; i < origin.own.size(); ++i) {
      if (joinAt(source_.argumentsAt, origin.own[i], access)) return;
    }
  }

  /// True if that settles it.
  bool joinAt(const std::multimap<SourceIndex::Key, int>& index, const SourcePosition& place, Access& access) {
    bool ambiguous = false;
    const int found = expressionAt(index, place, access, ambiguous);
    if (found < 0) return false;
    const bool matters = access.object.isValid() && model_.object(access.object).space == MemorySpace::shared;
    if (ambiguous && matters) {
      ambiguous_.emplace_back(access.object, place.line);
      return true;
    }
    take(source_.expressions[found], access, found);
    return true;
  }

  void take(const SourceExpression& expression, Access& access, int number) {
    access.range = expression.use.range;
    access.text = expression.use.text;
    access.isVectorPart = expression.isVectorPart;
    const bool isExact = fit(expression, access) == exact;
    if (isExact && expression.variable >= 0) {
      variableUses_[expression.variable][expression.mention].accesses.push_back(access.id);
    } else if (isExact) {
      parameterUses_[expression.parameter][expression.mention].accesses.push_back(access.id);
    } else if (access.object.isValid()) {
      // Through a pointer variable: the object is used here without being named.
      auto& uses = pointerUses_[{access.object, number}];
      if (uses.accesses.empty()) uses = expression.use;
      uses.accesses.push_back(access.id);
    }
  }

  const SourceCall* callAt(const std::vector<SourcePosition>& places) const {
    for (const SourcePosition& place : places) {
      const auto found = source_.callsAt.find(SourceIndex::key(place));
      if (found != source_.callsAt.end()) return &source_.calls[found->second];
    }
    return nullptr;
  }

  void joinLoop(Loop& loop, const std::vector<SourcePosition>& places) {
    for (const SourcePosition& place : places) {
      const auto found = source_.loopsAt.find(SourceIndex::key(place));
      if (found == source_.loopsAt.end()) continue;
      loop.range = found->second;
      return;
    }
  }

  void fillUses() {
    for (size_t i = 0; i < variableUses_.size(); ++i) {
      if (!objectOfVariable_[i].isValid()) continue;
      auto& uses = model_.objects[objectOfVariable_[i].value].uses;
      uses.insert(uses.end(), variableUses_[i].begin(), variableUses_[i].end());
    }
    for (MemoryObject& object : model_.objects) {
      if (object.argumentIndex < 0 || static_cast<size_t>(object.argumentIndex) >= parameterUses_.size()) continue;
      const auto& uses = parameterUses_[object.argumentIndex];
      object.uses.insert(object.uses.end(), uses.begin(), uses.end());
    }
    for (const auto& [key, use] : pointerUses_) model_.objects[key.first.value].uses.push_back(use);
  }

  void setUnknown(MemoryObject& object, Message reason, const SourcePosition& at) const {
    if (!object.unknownReason.empty()) return;
    object.unknownReason = std::move(reason);
    object.unknownAt = at;
  }

  /// A macro that names its argument twice makes two expressions of one spelling: accesses go to the first of them.
  static bool isSpelledOnceMore(const MemoryObject& object, const SourceUse& use) {
    return std::any_of(object.uses.begin(), object.uses.end(), [&](const SourceUse& other) {
      return &other != &use && !other.accesses.empty() && other.range == use.range && other.kind == use.kind &&
             !other.inMacro && !use.inMacro;
    });
  }

  /// Each access must have its source expression, and each evaluated expression its accesses.
  void check(MemoryObject& object) const {
    for (const auto& [id, line] : ambiguous_) {
      if (id != object.id) continue;
      setUnknown(object, {"the macro at %1 uses %2 several times", lineText(line), code(object.name)},
                 {object.declaration.begin.file, line, 0});
    }
    // Locals and copies of arguments have accesses that the source does not spell.
    const bool isSpelled = object.space != MemorySpace::local && object.space != MemorySpace::parameter;
    for (const Access& access : model_.accesses) {
      if (!isSpelled || access.object != object.id || access.range.isValid()) continue;
      setUnknown(object,
                 {"an access at %1 belongs to no expression of the source that was found", lineText(access.line)},
                 {object.declaration.begin.file, access.line, 0});
    }
    for (const SourceUse& use : object.uses) {
      const bool expectsAccess =
          use.kind == Kind::subscript || use.kind == Kind::dereference || use.kind == Kind::plainVariable;
      if (!expectsAccess || use.unevaluated || !use.accesses.empty() || isSpelledOnceMore(object, use)) continue;
      setUnknown(object,
                 {"%1 at %2 became no memory access: its value is not used, or it is never reached", code(use.text),
                  lineText(use.range.begin)},
                 use.range.begin);
    }
    const bool addressUnknown = std::any_of(model_.accesses.begin(), model_.accesses.end(), [&](const Access& access) {
      return access.object == object.id && !access.offset.isValid();
    });
    if (!addressUnknown || object.space == MemorySpace::local) return;
    for (const Access& access : model_.accesses) {
      if (access.object != object.id || access.offset.isValid()) continue;
      setUnknown(object, {"the address of %1 at %2 is not known", code(access.text), lineText(access.line)},
                 access.range.begin);
    }
  }

  void nameLoads() {
    for (const auto& [symbol, id] : origins_.loads) {
      const Access& access = model_.access(id);
      if (!access.text.empty()) model_.pool.symbolAt(symbol).name = access.text;
    }
  }

  const SourceIndex& source_;
  const IrOrigins& origins_;
  KernelModel& model_;
  std::vector<ObjectId> objectOfVariable_;
  std::vector<std::vector<SourceUse>> variableUses_, parameterUses_;
  std::map<std::pair<ObjectId, int>, SourceUse> pointerUses_;
  std::vector<std::pair<ObjectId, uint32_t>> ambiguous_;
};

}  // namespace

void joinWithSource(const SourceIndex& source, const IrOrigins& origins, KernelModel& model) {
  Joiner(source, origins, model).run();
}

}  // namespace warpwright::model
