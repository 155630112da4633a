#include "analysis/passes/placement/slot_layout.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "analysis/passes/placement/placement.h"
#include "core/kernel/bit_vector.h"

namespace warpwright::passes {
namespace {

using Kind = DimensionLayout::Kind;

// The subscripts of one dimension, in all mentions that have it.
using Subscripts = std::vector<const rewrite::SubscriptTerms*>;

// The strides that the mentions show: factors of open terms, and distances of constants.
int64_t commonStride(const Subscripts& subscripts) {
  int64_t stride = 0;
  for (const rewrite::SubscriptTerms* subscript : subscripts) {
    for (const rewrite::OpenTerm& term : subscript->open) {
      int64_t factor = 0;
      for (const auto& view : term.views) factor = std::max(factor, std::abs(view.factor));
      stride = std::gcd(stride, factor);
    }
    stride = std::gcd(stride, std::abs(subscript->fixed.constant - subscripts.front()->fixed.constant));
  }
  return stride;
}

bool hasOpen(const Subscripts& subscripts) {
  return std::any_of(subscripts.begin(), subscripts.end(),
                     [](const auto* subscript) { return !subscript->open.empty(); });
}

int64_t remainder(int64_t value, int64_t divisor) {
  const int64_t rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}

// lane + residue + stride * slot. Interleaved: lane and residue stay below the stride. Else contiguous: the slots are
// those up to the next thread's.
Result<DimensionLayout> splitLayout(const KernelModel& model, const Subscripts& subscripts, uint64_t extent,
                                    const std::string& name) {
  DimensionLayout layout;
  layout.kind = Kind::split;
  layout.lane = subscripts.front()->fixed.thread;
  const auto range = laneRange(model, layout.lane);
  if (!range || range->first < 0) {
    return inputError({"the thread's place in %1 is not understood: %2", code(name), toText(layout.lane)});
  }
  const int64_t stride = commonStride(subscripts);
  if (stride > 0) {
    layout.stride = stride;
    layout.residue = remainder(subscripts.front()->fixed.constant, stride);
    if (range->second + layout.residue < stride) {
      layout.slots = (extent - static_cast<uint64_t>(layout.residue) + static_cast<uint64_t>(stride) - 1) /
                     static_cast<uint64_t>(stride);
      return layout;
    }
  }
  layout.stride = 1;
  layout.residue = 0;
  int64_t distance = INT64_MAX;
  for (const auto& [product, factor] : layout.lane) distance = std::min(distance, std::abs(factor));
  if (distance <= 1) {
    return inputError({"the subscripts of %1 do not part into a slot and the thread's place %2", code(name),
                       code(toText(layout.lane))});
  }
  layout.slots = static_cast<uint64_t>(distance);
  return layout;
}

Result<DimensionLayout> dimensionLayout(const KernelModel& model, const MemoryObject& object,
                                        const Subscripts& subscripts, uint64_t extent) {
  const rewrite::FixedValue& first = subscripts.front()->fixed;
  for (const rewrite::SubscriptTerms* subscript : subscripts) {
    if (subscript->fixed.thread == first.thread) continue;
    return inputError({"mentions of %1 name the thread's place in different ways: %2 and %3", code(object.name),
                       code(toText(first.thread)), code(toText(subscript->fixed.thread))});
  }
  DimensionLayout dimension;
  dimension.slots = extent;
  if (first.thread.empty()) return dimension;
  if (hasOpen(subscripts) || commonStride(subscripts) != 0) return splitLayout(model, subscripts, extent, object.name);
  dimension.kind = Kind::lane;
  dimension.lane = first.thread;
  dimension.residue = first.constant;
  dimension.slots = 1;
  return dimension;
}

// Leading lane dimensions, then slots side by side.
bool isContiguous(const SlotLayout& layout) {
  bool slots = false;
  for (const DimensionLayout& dimension : layout.dimensions) {
    if (dimension.kind == Kind::lane && slots) return false;
    if (dimension.kind == Kind::split && (slots || dimension.stride != 1)) return false;
    slots = slots || dimension.kind != Kind::lane;
  }
  // A split dimension in front of others would put gaps between them.
  return layout.dimensions.back().kind == Kind::split ||
         std::none_of(layout.dimensions.begin(), layout.dimensions.end(),
                      [](const DimensionLayout& dimension) { return dimension.kind == Kind::split; });
}

// A 64-bit offset as a sum of terms that nothing is known of: what was widened, and what is no sum.
struct PlainSum {
  std::map<uint32_t, int64_t> terms;
  std::map<uint32_t, ExpressionId> widened;  // the terms as 64-bit numbers
  int64_t constant = 0;
  bool overflow = false;

  void add(const ExpressionPool& pool, ExpressionId id, int64_t factor, int depth = 0) {
    const ExpressionNode& node = pool.at(id);
    const auto addTo = [&](int64_t& to, int64_t value) {
      int64_t scaled = 0;
      overflow = overflow || __builtin_mul_overflow(value, factor, &scaled) || __builtin_add_overflow(to, scaled, &to);
    };
    if (node.op == ExpressionOp::constant)
      return addTo(constant, static_cast<int64_t>(bits::signExtend(node.constant, node.width)));
    const bool sums = node.width == 64 && depth < 64;
    if (sums && (node.op == ExpressionOp::add || node.op == ExpressionOp::sub)) {
      add(pool, node.operands[0], factor, depth + 1);
      return add(pool, node.operands[1], node.op == ExpressionOp::add ? factor : -factor, depth + 1);
    }
    if (sums && node.op == ExpressionOp::mul && pool.at(node.operands[1]).op == ExpressionOp::constant) {
      int64_t scaled = 0;
      const auto by = static_cast<int64_t>(pool.at(node.operands[1]).constant);
      if (__builtin_mul_overflow(by, factor, &scaled)) overflow = true;
      return add(pool, node.operands[0], scaled, depth + 1);
    }
    const ExpressionId whole = id;
    while (pool.at(id).op == ExpressionOp::zext || pool.at(id).op == ExpressionOp::sext) id = pool.at(id).operands[0];
    if (node.width == 64) widened.try_emplace(id.value, whole);
    addTo(terms[id.value], 1);
    if (terms[id.value] == 0) terms.erase(id.value);
  }
};

class AccessReader {
 public:
  AccessReader(const KernelModel& model, const MemoryObject& object, const SlotLayout& layout)
      : model_(model), object_(object), layout_(layout), size_(object.elementBytes) {}

  Status read(const Access& access, std::vector<proof::BoundedValue>& bounds) {
    const LineList at = lineText(access.line);
    const Message form = at + " reaches " + code(object_.name) + " in another form than the rest";
    if (describesOffset(access)) {
      for (size_t i = 0; i < layout_.dimensions.size(); ++i) {
        const auto subscript = indexForm(model_, access.subscripts[i]);
        if (!subscript || !add(access, *subscript, layout_.dimensions[i], i, bounds)) return inputError(form);
      }
      return {};
    }
    const auto offset = indexForm(model_, access.offset);
    const auto index = offset ? inElements(*offset, access) : std::nullopt;
    if (!index && addInside(access, bounds)) return {};
    if (!offset) return inputError(form);
    if (!index) return inputError({"%1 covers parts of two elements of %2", at, code(object_.name)});
    const bool known = layout_.dimensions.size() == 1 ? add(access, *index, layout_.dimensions[0], std::nullopt, bounds)
                                                      : walks(access, *index, bounds);
    return known ? Status{} : Status(inputError(form));
  }

 private:
  // Do its subscripts make all of its offset, up to a place inside the element? They do not where a pointer walked on.
  bool describesOffset(const Access& access) const {
    if (access.subscripts.size() != object_.extents.size()) return false;
    const PlainSum rest = restOfOffset(access);
    return !rest.overflow && rest.terms.empty() && rest.constant >= 0 && rest.constant + access.bytes <= size_;
  }

  // The offset without what the subscripts make of it.
  PlainSum restOfOffset(const Access& access) const {
    PlainSum rest;
    rest.add(model_.pool, access.offset, 1);
    int64_t stride = size_;
    for (size_t i = access.subscripts.size(); i-- > 0;) {
      rest.add(model_.pool, access.subscripts[i], -stride);
      stride *= static_cast<int64_t>(object_.extents[i]);
    }
    return rest;
  }

  // `s[t].c[q]`: the subscripts name an element, and what is left of the offset a place inside it. That it stays inside
  // has to be proved, as every slot has.
  bool addInside(const Access& access, std::vector<proof::BoundedValue>& bounds) const {
    if (access.subscripts.size() != object_.extents.size() || access.bytes > size_) return false;
    const PlainSum inside = restOfOffset(access);
    if (inside.overflow) return false;
    proof::BoundedValue place;
    place.access = access.id;
    place.constant = inside.constant;
    place.limit = static_cast<uint64_t>(size_) - access.bytes + 1;
    place.text = access.text.empty() ? object_.name : access.text;
    for (const auto& [id, factor] : inside.terms) {
      const auto widened = inside.widened.find(id);
      if (widened == inside.widened.end()) return false;
      place.terms.emplace_back(factor, widened->second);
    }
    const size_t before = bounds.size();
    for (size_t i = 0; i < layout_.dimensions.size(); ++i) {
      const auto subscript = indexForm(model_, access.subscripts[i]);
      if (subscript && add(access, *subscript, layout_.dimensions[i], i, bounds)) continue;
      bounds.resize(before);
      return false;
    }
    bounds.push_back(std::move(place));
    return true;
  }

  // An offset in bytes as a number of elements; what is left lies inside one element.
  std::optional<IndexForm> inElements(IndexForm form, const Access& access) const {
    for (auto& [name, factor] : form.lane) {
      if (factor % size_ != 0) return std::nullopt;
      factor /= size_;
    }
    for (auto& [factor, term] : form.rest) {
      if (factor % size_ != 0) return std::nullopt;
      factor /= size_;
    }
    const int64_t phase = remainder(form.constant, size_);
    if (phase + access.bytes > size_) return std::nullopt;
    form.constant = (form.constant - phase) / size_;
    return form;
  }

  // The widest number that the sums of a form may reach without a change of their meaning.
  static bool fits(const IndexForm& form, int64_t most) {
    if (form.rest.empty() || (!form.wasWidened && form.width >= 64)) return true;
    return form.width >= 33 ? most < INT32_MAX : most < (int64_t{1} << (form.width - 1));
  }

  bool add(const Access& access, const IndexForm& form, const DimensionLayout& dimension,
           std::optional<size_t> subscript, std::vector<proof::BoundedValue>& bounds) const {
    proof::BoundedValue value;
    value.access = access.id;
    value.limit = dimension.slots;
    value.text = access.text.empty() ? object_.name : access.text;
    if (dimension.kind == Kind::slot) {
      value.impliedAt = subscript ? 2 : 0;
      if (!subscript) return false;  // without a subscript only a flat array with a thread's place is told apart
      value.terms = {{1, access.subscripts[*subscript]}};
      value.width = model_.pool.at(access.subscripts[*subscript]).width;
      bounds.push_back(std::move(value));
      return true;
    }
    if (form.lane != dimension.lane) return false;
    if (dimension.kind == Kind::lane) return form.rest.empty() && form.constant == dimension.residue;
    const auto range = laneRange(model_, dimension.lane);
    const int64_t most = range->second + dimension.residue + dimension.stride * static_cast<int64_t>(dimension.slots);
    const int64_t constant = form.constant - dimension.residue;
    if (!fits(form, most) || constant % dimension.stride != 0) return false;
    for (const auto& [factor, term] : form.rest) {
      if (factor % dimension.stride != 0) return false;
      value.terms.emplace_back(factor / dimension.stride, term);
    }
    value.constant = constant / dimension.stride;
    value.width = form.rest.empty() ? 64 : form.width;
    // Inside the extent, the slot is below the slots: the thread's part and the residue are below the stride.
    const bool interleaved = dimension.stride > 1;
    value.impliedAt = !interleaved ? 0 : layout_.dimensions.size() == 1 ? 1 : subscript ? 2 : 0;
    value.mayWrap = interleaved && layout_.mayWrap;
    bounds.push_back(std::move(value));
    return true;
  }

  // A pointer that walks over the thread's slots of an array of several dimensions.
  bool walks(const Access& access, const IndexForm& index, std::vector<proof::BoundedValue>& bounds) const {
    if (!layout_.contiguous) return false;
    LanePart lane;
    int64_t constant = 0, stride = 1;
    for (size_t i = layout_.dimensions.size(); i-- > 0;) {
      const DimensionLayout& dimension = layout_.dimensions[i];
      if (dimension.kind == Kind::split) return false;
      for (const auto& [name, factor] : dimension.lane) lane[name] += factor * stride;
      constant += dimension.residue * stride;
      stride *= static_cast<int64_t>(object_.extents[i]);
    }
    if (index.lane != lane || !fits(index, stride)) return false;
    proof::BoundedValue value;
    value.access = access.id;
    value.limit = layout_.slots();
    value.text = access.text.empty() ? object_.name : access.text;
    value.constant = index.constant - constant;
    value.width = index.rest.empty() ? 64 : index.width;
    value.terms = index.rest;
    bounds.push_back(std::move(value));
    return true;
  }

  const KernelModel& model_;
  const MemoryObject& object_;
  const SlotLayout& layout_;
  int64_t size_;
};

}  // namespace

uint64_t SlotLayout::slots() const {
  uint64_t all = 1;
  for (const DimensionLayout& dimension : dimensions) {
    if (dimension.kind != Kind::lane) all *= dimension.slots;
  }
  return all;
}

Result<SlotLayout> slotLayout(const KernelModel& model, const MemoryObject& object,
                              const std::vector<MentionTerms>& mentions) {
  SlotLayout layout;
  bool anyLane = false;
  for (size_t i = 0; i < object.extents.size(); ++i) {
    Subscripts subscripts;
    for (const MentionTerms& mention : mentions) {
      if (i < mention.size()) subscripts.push_back(&mention[i]);
    }
    DimensionLayout dimension;
    dimension.slots = object.extents[i];
    if (!subscripts.empty()) {
      auto read = dimensionLayout(model, object, subscripts, object.extents[i]);
      if (!read.ok()) return read.error();
      dimension = *std::move(read);
    }
    anyLane = anyLane || dimension.kind != Kind::slot;
    for (const rewrite::SubscriptTerms* subscript : subscripts) {
      for (const rewrite::OpenTerm& term : subscript->open) {
        layout.mayWrap = layout.mayWrap || (dimension.kind == Kind::split && term.isUnsigned);
      }
    }
    layout.dimensions.push_back(std::move(dimension));
  }
  if (!anyLane) {
    return inputError(
        {"its subscripts do not depend on the thread, so that every thread would need all of %1", code(object.name)});
  }
  layout.contiguous = isContiguous(layout);
  return layout;
}

Result<std::vector<proof::BoundedValue>> slotBounds(const KernelModel& model, const MemoryObject& object,
                                                    const SlotLayout& layout) {
  std::vector<proof::BoundedValue> bounds;
  if (object.elementBytes == 0) return inputError("the size of its elements is not known");
  AccessReader reader(model, object, layout);
  for (const Access& access : model.accesses) {
    if (access.object != object.id) continue;
    if (Status read = reader.read(access, bounds); !read.ok()) return read.error();
  }
  return bounds;
}

}  // namespace warpwright::passes
