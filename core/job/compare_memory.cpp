#include "core/job/compare_memory.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/base/json_fields.h"
#include "core/base/number_text.h"
#include "core/job/output_record.h"

namespace warpwright {
namespace {

/// The element as a number, where its type is a floating-point one.
std::optional<double> realOf(const std::string& type, std::string_view bytes) {
  if (type == "float") {
    float value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  if (type == "double") {
    double value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  return std::nullopt;
}

}  // namespace

std::string BufferComparison::message() const {
  std::string text = "`" + buffer + "[" + std::to_string(firstIndex) + "]`" +
                     (elementType.empty() ? " (32-bit words)" : "") + ": " + actual + " instead of " + reference;
  if (tolerance) text += ", past its tolerance";
  return text + (differing > 1 ? "; " + countText(differing) + " elements differ." : ".");
}

void fieldsOf(auto& fields, Of<BufferComparison> auto& comparison) {
  fields("buffer", comparison.buffer);
  fields("element_type", comparison.elementType);
  fields("bytes", comparison.bytes);
  fields("elements", comparison.elements);
  fields("differing", comparison.differing);
  fields("not_bitwise", comparison.notBitwise);
  fields.derived("same", comparison.same());
  if (!comparison.same()) {
    fields.object("first", [&](auto& first) {
      first("index", comparison.firstIndex);
      first("reference", comparison.reference);
      first("actual", comparison.actual);
    });
    if (fields.writes) fields.derived("message", comparison.message());
  }
  fields.sparse("tolerance", comparison.tolerance);
  if (comparison.notBitwise != 0 && (comparison.elementType == "float" || comparison.elementType == "double")) {
    fields.defaulted("largest_absolute", comparison.largestAbsolute);
    fields.defaulted("largest_relative", comparison.largestRelative);
  }
}

WARPWRIGHT_JSON_BY_FIELDS(BufferComparison)

BufferComparer::BufferComparer(std::string name, const std::string& elementType, std::optional<Tolerance> tolerance)
    : size_(elementSize(elementType)) {
  result_.buffer = std::move(name);
  result_.elementType = size_ == 0 ? "" : elementType;
  result_.tolerance = tolerance;
  if (size_ == 0) size_ = 4;
}

/// Decides about two elements whose bits differ, and keeps how far apart they are.
bool BufferComparer::within(std::string_view reference, std::string_view actual) {
  const auto a = realOf(result_.elementType, reference), b = realOf(result_.elementType, actual);
  if (!a || !b) return false;
  if (std::isnan(*a) || std::isnan(*b)) return result_.tolerance && std::isnan(*a) && std::isnan(*b);
  if (std::isinf(*a) || std::isinf(*b)) return result_.tolerance && *a == *b;
  const double apart = std::abs(*a - *b), scale = std::max(std::abs(*a), std::abs(*b));
  result_.largestAbsolute = std::max(result_.largestAbsolute, apart);
  if (scale > 0) result_.largestRelative = std::max(result_.largestRelative, apart / scale);
  return result_.tolerance && (apart <= result_.tolerance->absolute || apart <= result_.tolerance->relative * scale);
}

void BufferComparer::add(uint64_t offset, std::string_view reference, std::string_view actual) {
  result_.bytes += reference.size();
  result_.elements += (reference.size() + size_ - 1) / size_;
  if (reference == actual) return;
  for (size_t at = 0; at < reference.size(); at += size_) {
    const std::string_view own = reference.substr(at, size_), other = actual.substr(at, size_);
    if (own == other) continue;
    ++result_.notBitwise;
    // The rest of a buffer that is no whole number of elements is bytes.
    if (own.size() == size_ && within(own, other)) continue;
    if (result_.differing++ == 0) {
      result_.firstIndex = (offset + at) / size_;
      result_.reference = elementText(result_.elementType, own);
      result_.actual = elementText(result_.elementType, other);
    }
  }
}

void BufferComparer::addEqual(uint64_t bytes) {
  result_.bytes += bytes;
  result_.elements += (bytes + size_ - 1) / size_;
}

Result<Tolerance> toleranceFromText(const std::string& text) {
  const Error wrong{ErrorKind::usage, "A tolerance is ABSOLUTE or ABSOLUTE,RELATIVE (1e-6,1e-5), not `" + text + "`.",
                    std::nullopt};
  Tolerance tolerance;
  const size_t comma = text.find(',');
  auto read = [](std::string_view part, double& value) {
    const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), value);
    return failure == std::errc() && end == part.data() + part.size() && std::isfinite(value) && value >= 0;
  };
  const std::string_view first = std::string_view(text).substr(0, comma);
  if (first.empty() && comma == std::string::npos) return wrong;
  if (!first.empty() && !read(first, tolerance.absolute)) return wrong;
  if (comma != std::string::npos && !read(std::string_view(text).substr(comma + 1), tolerance.relative)) return wrong;
  return tolerance;
}

}  // namespace warpwright
