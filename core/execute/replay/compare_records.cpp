#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/execute/replay/match_buffers.h"
#include "core/execute/replay/sum_bounds.h"
#include "core/execute/replay/varying_bytes.h"
#include "core/job/output_record.h"

namespace warpwright {
namespace {

constexpr uint64_t chunkBytes = OutputRecordWriter::chunkBytes;

std::string hexOf(std::string_view bytes) {
  std::string text = "0x";
  for (size_t i = bytes.size(); i-- > 0;) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(bytes[i]));
    text += digits;
  }
  return text;
}

template <typename T>
std::string realText(std::string_view bytes, const char* format) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  if (std::isnan(value)) return "nan (" + hexOf(bytes) + ")";
  char text[64];
  std::snprintf(text, sizeof text, format, static_cast<double>(value));
  return text;
}

template <typename T>
std::string integerText(std::string_view bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return std::to_string(value);
}

struct ElementType {
  const char* name;
  uint32_t size;
  std::string (*text)(std::string_view);
};

constexpr ElementType elementTypes[] = {
    {"float", 4, [](std::string_view b) { return realText<float>(b, "%.9g"); }},
    {"double", 8, [](std::string_view b) { return realText<double>(b, "%.17g"); }},
    {"int", 4, integerText<int32_t>},
    {"unsigned int", 4, integerText<uint32_t>},
    {"long", 8, integerText<int64_t>},
    {"unsigned long", 8, integerText<uint64_t>},
    {"long long", 8, integerText<int64_t>},
    {"unsigned long long", 8, integerText<uint64_t>},
    {"short", 2, integerText<int16_t>},
    {"unsigned short", 2, integerText<uint16_t>},
    {"char", 1, integerText<int8_t>},
    {"signed char", 1, integerText<int8_t>},
    {"unsigned char", 1, integerText<uint8_t>},
    {"bool", 1, integerText<uint8_t>},
};

const ElementType* findType(const std::string& name) {
  const auto* found = std::find_if(std::begin(elementTypes), std::end(elementTypes),
                                   [&](const ElementType& type) { return name == type.name; });
  return found == std::end(elementTypes) ? nullptr : found;
}

/// Pointers into buffers that lie elsewhere in the variant.
class MovedPointers {
 public:
  MovedPointers(const OutputRecord& original, const OutputRecord& variant, const std::vector<int64_t>& matches)
      : original_(original), variant_(variant), matches_(matches) {
    for (uint32_t i = 0; i < original.buffers().size(); ++i) {
      const uint64_t address = original.buffers()[i].address;
      if (address != 0) byAddress_[address] = i;
      moved_ = moved_ || (matches[i] >= 0 && variant.buffers()[static_cast<size_t>(matches[i])].address != address);
    }
  }

  /// Gives words of `other` that point to the place that the word of `own` points to, that word. `offset`: of both in
  /// their buffer.
  void settle(std::string_view own, std::string& other, uint64_t offset) const {
    if (!moved_) return;
    constexpr size_t word = sizeof(uint64_t);
    for (size_t at = (word - offset % word) % word; at + word <= std::min(own.size(), other.size()); at += word) {
      uint64_t from = 0, to = 0;
      std::memcpy(&from, own.data() + at, word);
      std::memcpy(&to, other.data() + at, word);
      if (from != to && samePlace(from, to)) std::memcpy(other.data() + at, &from, word);
    }
  }

 private:
  bool samePlace(uint64_t from, uint64_t to) const {
    auto next = byAddress_.upper_bound(from);
    if (next == byAddress_.begin()) return false;
    const auto& [address, buffer] = *std::prev(next);
    if (from - address > original_.buffers()[buffer].bytes || matches_[buffer] < 0) return false;
    const RecordedBuffer& other = variant_.buffers()[static_cast<size_t>(matches_[buffer])];
    return other.address != 0 && from - address <= other.bytes && to == other.address + (from - address);
  }

  const OutputRecord& original_;
  const OutputRecord& variant_;
  const std::vector<int64_t>& matches_;
  std::map<uint64_t, uint32_t> byAddress_;  ///< the last buffer that began there
  bool moved_ = false;
};

/// Content of each chunk of each buffer as the steps are gone through.
class MemoryState {
 public:
  explicit MemoryState(const OutputRecord& record) {
    for (const RecordedBuffer& buffer : record.buffers()) {
      chunks_.emplace_back((buffer.bytes + chunkBytes - 1) / chunkBytes, ContentHash{});
    }
  }
  void apply(const RecordedStep& step, std::set<std::pair<uint32_t, uint32_t>>& touched) {
    for (const RecordedStep::Update& update : step.updates) {
      if (update.chunk >= chunks_[update.buffer].size()) continue;
      chunks_[update.buffer][update.chunk] = update.hash;
      touched.insert({update.buffer, update.chunk});
    }
  }
  const std::vector<ContentHash>& chunks(uint32_t buffer) const { return chunks_[buffer]; }

 private:
  std::vector<std::vector<ContentHash>> chunks_;
};

/// Words of buffers that two runs of one program leave different: what was never initialised, addresses of the host.
/// Only of the content that varied: what a launch computes there afterwards counts again.
class VaryingWords {
 public:
  VaryingWords(const OutputRecord& first, const OutputRecord* again) : first_(first) {
    if (again == nullptr || again->buffers().size() != first.buffers().size() ||
        again->steps().size() != first.steps().size()) {
      return;
    }
    std::vector<int64_t> same(first.buffers().size());
    for (size_t i = 0; i < same.size(); ++i) {
      if (first.buffers()[i].bytes != again->buffers()[i].bytes) return;
      same[i] = static_cast<int64_t>(i);
    }
    find(*again, MovedPointers(first, *again, same));
  }

  /// Such bytes in what a chunk that begins at `offset` holds; null: none.
  const std::vector<bool>* in(uint32_t buffer, uint64_t offset, const ContentHash& content) const {
    const auto found = bytes_.find({buffer, offset, content});
    return found == bytes_.end() ? nullptr : &found->second;
  }
  /// The buffers that have some.
  std::vector<uint32_t> buffers() const {
    std::vector<uint32_t> all;
    for (const auto& [place, bytes] : bytes_) {
      if (all.empty() || all.back() != std::get<0>(place)) all.push_back(std::get<0>(place));
    }
    return all;
  }

 private:
  void find(const OutputRecord& again, const MovedPointers& pointers) {
    MemoryState own(first_), other(again);
    for (size_t i = 0; i < first_.steps().size(); ++i) {
      const RecordedStep &step = first_.steps()[i], &otherStep = again.steps()[i];
      std::set<std::pair<uint32_t, uint32_t>> touched;
      own.apply(step, touched);
      other.apply(otherStep, touched);
      for (const auto& [buffer, chunk] : touched) {
        compare(buffer, chunk * chunkBytes, own.chunks(buffer)[chunk], other.chunks(buffer)[chunk], again, pointers);
      }
      for (size_t chunk = 0; chunk < std::min(step.copied.size(), otherStep.copied.size()); ++chunk) {
        compare(step.buffer, step.offset + chunk * chunkBytes, step.copied[chunk], otherStep.copied[chunk], again,
                pointers);
      }
    }
  }
  void compare(uint32_t buffer, uint64_t offset, const ContentHash& own, const ContentHash& other,
               const OutputRecord& again, const MovedPointers& pointers) {
    if (own == other) return;
    const auto ownBytes = first_.content(own);
    auto otherBytes = again.content(other);
    if (!ownBytes.ok() || !otherBytes.ok()) return;
    pointers.settle(*ownBytes, *otherBytes, offset);
    const uint32_t size = elementSize(first_.buffers()[buffer].elementType);
    std::vector<bool> varying = varyingBytes(*ownBytes, *otherBytes, offset, size);
    if (!varying.empty()) bytes_[{buffer, offset, own}] = std::move(varying);
  }

  const OutputRecord& first_;
  std::map<std::tuple<uint32_t, uint64_t, ContentHash>, std::vector<bool>> bytes_;
};

class Comparer {
 public:
  Comparer(const OutputRecord& original, const OutputRecord* again, const OutputRecord& variant)
      : original_(original),
        variant_(variant),
        written_(original),
        matches_(matchBuffers(original, variant, written_)),
        varying_(original, again),
        bounds_(original),
        pointers_(original, variant, matches_),
        originalState_(original),
        variantState_(variant) {
    for (uint32_t i = 0; i < matches_.size(); ++i) {
      if (matches_[i] >= 0) reverse_[static_cast<uint32_t>(matches_[i])] = i;
    }
  }

  Result<RecordComparison> run(std::stop_token stop) {
    const auto originalPoints = pointsOf(original_, OutputStep::Kind::launch);
    const auto variantPoints = pointsOf(variant_, OutputStep::Kind::launch);
    if (originalPoints.size() == variantPoints.size()) {
      if (const Status done = compareLaunches(originalPoints, variantPoints, stop); !done.ok()) return done.error();
    } else {
      result_.launches = std::min(originalPoints.size(), variantPoints.size());
      result_.notes.push_back("The original has " + std::to_string(originalPoints.size()) +
                              " launches and the variant " + std::to_string(variantPoints.size()) +
                              ": what the program copies back and leaves was compared, not each launch.");
    }
    compareCopies(originalPoints.size() != variantPoints.size());
    if (originalPoints.size() != variantPoints.size()) compareEnds();
    compareSizes();
    result_.rounded = bounds_.met();
    noteUncompared();
    for (const uint32_t buffer : varying_.buffers()) {
      result_.notes.push_back("Not compared: words of " + nameOf(buffer) +
                              " that are others each time that the original runs (never initialised, or addresses).");
    }
    return std::move(result_);
  }

 private:
  static std::vector<size_t> pointsOf(const OutputRecord& record, OutputStep::Kind kind) {
    std::vector<size_t> points;
    for (size_t i = 0; i < record.steps().size(); ++i) {
      if (record.steps()[i].kind == kind) points.push_back(i);
    }
    return points;
  }

  /// Where a difference was seen, in words.
  static std::string whereOf(const RecordedStep& step, size_t number) {
    switch (step.kind) {
      case OutputStep::Kind::launch:
        return "after launch " + std::to_string(number) + " (" + step.label + ")";
      case OutputStep::Kind::copy:
        return "where the program copies it to the host";
      default:
        return "when the program ended";
    }
  }

  Status compareLaunches(const std::vector<size_t>& originalPoints, const std::vector<size_t>& variantPoints,
                         std::stop_token stop) {
    size_t originalStep = 0, variantStep = 0;
    std::set<std::pair<uint32_t, uint32_t>> pending;  // chunks that were touched and compare different so far
    for (size_t n = 0; n <= originalPoints.size(); ++n) {
      if (stop.stop_requested()) return cancelledError();
      const bool last = n == originalPoints.size();
      const size_t originalEnd = last ? original_.steps().size() : originalPoints[n] + 1;
      const size_t variantEnd = last ? variant_.steps().size() : variantPoints[n] + 1;
      std::set<std::pair<uint32_t, uint32_t>> byOriginal, byVariant, atLaunch;
      for (; originalStep < originalEnd; ++originalStep) {
        const bool counts = !last && originalStep + 1 == originalEnd;
        originalState_.apply(original_.steps()[originalStep], counts ? atLaunch : byOriginal);
      }
      for (; variantStep < variantEnd; ++variantStep) variantState_.apply(variant_.steps()[variantStep], byVariant);
      for (const auto& [buffer, chunk] : atLaunch) {
        if (matches_[buffer] >= 0) count(buffer, chunk);
      }
      noteUncompared();
      byOriginal.merge(atLaunch);
      for (const auto& [buffer, chunk] : byVariant) {
        if (const auto found = reverse_.find(buffer); found != reverse_.end())
          byOriginal.insert({found->second, chunk});
      }
      if (!last) ++result_.launches;
      compareChunks(byOriginal, last ? nullptr : &original_.steps()[originalPoints[n]], n + 1);
    }
    return {};
  }

  void compareChunks(const std::set<std::pair<uint32_t, uint32_t>>& touched, const RecordedStep* step, size_t number) {
    std::set<uint32_t> differing;
    for (const auto& [buffer, chunk] : touched) {
      if (matches_[buffer] < 0 || reported_.contains(buffer)) continue;
      const auto& other = variantState_.chunks(static_cast<uint32_t>(matches_[buffer]));
      const auto& own = originalState_.chunks(buffer);
      if (chunk >= own.size() || chunk >= other.size()) continue;
      if (own[chunk] != other[chunk]) differing.insert(buffer);
    }
    for (const uint32_t buffer : differing) {
      const std::string where = step ? whereOf(*step, number) : "when the program ended";
      report(buffer, originalState_.chunks(buffer), variantState_.chunks(static_cast<uint32_t>(matches_[buffer])), 0,
             where);
    }
  }

  /// What buffers held when they were freed or the program ended.
  void compareEnds() {
    std::set<std::pair<uint32_t, uint32_t>> touched, byVariant;
    for (const RecordedStep& step : original_.steps()) originalState_.apply(step, touched);
    for (const RecordedStep& step : variant_.steps()) variantState_.apply(step, byVariant);
    for (const auto& [buffer, chunk] : byVariant) {
      if (const auto found = reverse_.find(buffer); found != reverse_.end()) touched.insert({found->second, chunk});
    }
    const bool counts = result_.bytes == 0;
    for (const auto& [buffer, chunk] : touched) {
      if (counts && matches_[buffer] >= 0) count(buffer, chunk);
    }
    compareChunks(touched, nullptr, 0);
  }

  /// Buffers that the variant does not have, or has with less room than the original wrote.
  void compareSizes() {
    for (uint32_t i = 0; i < matches_.size(); ++i) {
      const uint64_t room = matches_[i] < 0 ? 0 : variant_.buffers()[static_cast<size_t>(matches_[i])].bytes;
      if (room >= original_.buffers()[i].bytes) continue;
      const uint64_t end = written_.of(i);
      if (end <= room) continue;
      const std::string name = "`" + original_.buffers()[i].name + "`", wrote = std::to_string(end) + " bytes written";
      OutputDifference difference{nameOf(i), 0, wrote, "no such buffer", 1, ""};
      difference.message = "The variant has no buffer " + name + ", which the original writes.";
      if (matches_[i] >= 0) {
        difference.variant = std::to_string(room) + " bytes";
        difference.message = "The buffer " + name + " has " + difference.variant +
                             " in the variant; the original writes its first " + std::to_string(end) + ".";
      }
      result_.differences.push_back(std::move(difference));
    }
  }

  void compareCopies(bool counted) {
    const auto originalCopies = pointsOf(original_, OutputStep::Kind::copy);
    const auto variantCopies = pointsOf(variant_, OutputStep::Kind::copy);
    for (size_t n = 0; n < std::min(originalCopies.size(), variantCopies.size()); ++n) {
      const RecordedStep& own = original_.steps()[originalCopies[n]];
      const RecordedStep& other = variant_.steps()[variantCopies[n]];
      if (counted) countBytes(own.buffer, std::min(own.bytes, other.bytes));
      if (own.bytes != other.bytes) {
        const std::string name = nameOf(own.buffer);
        result_.differences.push_back(
            {name, 0, std::to_string(own.bytes) + " bytes", std::to_string(other.bytes) + " bytes", 1,
             "Copy " + std::to_string(n + 1) + " to the host, of " + name + ", has another size in the variant."});
      } else if (own.copied != other.copied && !reported_.contains(own.buffer)) {
        report(own.buffer, own.copied, other.copied, own.offset, whereOf(own, n + 1));
      }
    }
    if (originalCopies.size() != variantCopies.size()) {
      result_.differences.push_back({"", 0, std::to_string(originalCopies.size()) + " copies",
                                     std::to_string(variantCopies.size()) + " copies", 1,
                                     "The original copies results to the host " +
                                         std::to_string(originalCopies.size()) + " times, the variant " +
                                         std::to_string(variantCopies.size()) + " times."});
    }
  }

  /// What can be compared of a chunk of a buffer that has a match.
  uint64_t chunkSize(uint32_t buffer, uint32_t chunk) const {
    const uint64_t from = chunk * chunkBytes;
    const uint64_t bytes =
        std::min(original_.buffers()[buffer].bytes, variant_.buffers()[static_cast<size_t>(matches_[buffer])].bytes);
    return from < bytes ? std::min(chunkBytes, bytes - from) : 0;
  }
  std::string nameOf(uint32_t buffer) const {
    const RecordedBuffer& recorded = original_.buffers()[buffer];
    if (!recorded.at.isValid()) return recorded.name;
    return recorded.name + " (" + std::filesystem::path(recorded.at.file).filename().string() + ":" +
           std::to_string(recorded.at.line) + ")";
  }
  std::string typeOf(uint32_t buffer) const {
    const std::string& type = original_.buffers()[buffer].elementType;
    return elementSize(type) != 0 ? type : "";
  }
  /// Counts what a chunk holds, but for what varies by itself.
  void count(uint32_t buffer, uint32_t chunk) {
    const uint64_t bytes = chunkSize(buffer, chunk);
    const std::vector<bool>* varying = varying_.in(buffer, chunk * chunkBytes, originalState_.chunks(buffer)[chunk]);
    const auto left = varying ? static_cast<uint64_t>(std::count(varying->begin(), varying->end(), true)) : 0;
    countBytes(buffer, bytes - std::min(bytes, left));
    anyCompared_[buffer] = anyCompared_[buffer] || left < bytes;
  }
  /// Buffers of which nothing that the launch left was compared.
  void noteUncompared() {
    for (const auto& [buffer, anyCompared] : anyCompared_) {
      const std::string name = nameOf(buffer);
      if (!anyCompared &&
          std::find(result_.uncompared.begin(), result_.uncompared.end(), name) == result_.uncompared.end())
        result_.uncompared.push_back(name);
    }
    anyCompared_.clear();
  }
  void countBytes(uint32_t buffer, uint64_t bytes) {
    result_.bytes += bytes;
    const uint32_t size = elementSize(typeOf(buffer));
    result_.elements += bytes / (size == 0 ? 4 : size);
  }

  /// Are the elements at `at` the same but for bytes that vary?
  static bool sameBeside(const std::vector<bool>& varying, size_t at, std::string_view own, std::string_view other) {
    for (size_t i = 0; i < own.size(); ++i) {
      if (own[i] != other[i] && !varying[at + i]) return false;
    }
    return true;
  }

  /// Finds the first element that differs and counts the others; `offset` is where the chunks start in the buffer. Says
  /// nothing where only addresses differ that mean the same.
  void report(uint32_t buffer, const std::vector<ContentHash>& own, const std::vector<ContentHash>& other,
              uint64_t offset, const std::string& where) {
    const std::string type = typeOf(buffer);
    const uint32_t size = type.empty() ? 4 : elementSize(type);
    OutputDifference difference;
    difference.buffer = nameOf(buffer);
    difference.count = 0;
    for (size_t chunk = 0; chunk < std::min(own.size(), other.size()); ++chunk) {
      if (own[chunk] == other[chunk] || settled_.contains({own[chunk], other[chunk]})) continue;
      const auto ownBytes = original_.content(own[chunk]);
      auto otherBytes = variant_.content(other[chunk]);
      if (!ownBytes.ok() || !otherBytes.ok()) {
        if (difference.count == 0) difference.index = (offset + chunk * chunkBytes) / size;
        ++difference.count;
        continue;
      }
      pointers_.settle(*ownBytes, *otherBytes, offset + chunk * chunkBytes);
      if (*ownBytes == *otherBytes) settled_.insert({own[chunk], other[chunk]});
      const std::vector<bool>* varying = varying_.in(buffer, offset + chunk * chunkBytes, own[chunk]);
      const size_t bytes = std::min(ownBytes->size(), otherBytes->size());
      for (size_t at = 0; at < bytes; at += size) {
        const std::string_view ownElement = std::string_view(*ownBytes).substr(at, std::min<size_t>(size, bytes - at));
        const std::string_view otherElement = std::string_view(*otherBytes).substr(at, ownElement.size());
        const uint64_t place = offset + chunk * chunkBytes + at;
        if (ownElement == otherElement || (varying && sameBeside(*varying, at, ownElement, otherElement))) continue;
        if (bounds_.hold(buffer, place, ownElement, otherElement)) continue;
        if (difference.original.empty()) {
          difference.index = place / size;
          difference.original = elementText(type, ownElement);
          difference.variant = elementText(type, otherElement);
        }
        ++difference.count;
      }
    }
    if (difference.count == 0) return;
    reported_.insert(buffer);
    const std::string element = "`" + original_.buffers()[buffer].name + "[" + std::to_string(difference.index) + "]`" +
                                (type.empty() ? " (32-bit words)" : "");
    difference.message = "Results differ " + where + ": " + element;
    if (!difference.original.empty()) {
      difference.message += ", original " + difference.original + ", variant " + difference.variant;
    }
    difference.message += difference.count > 1 ? "; " + std::to_string(difference.count) + " elements differ." : ".";
    result_.differences.push_back(std::move(difference));
  }

  const OutputRecord& original_;
  const OutputRecord& variant_;
  const WrittenEnds written_;
  std::vector<int64_t> matches_;
  const VaryingWords varying_;
  SumBounds bounds_;
  std::map<uint32_t, uint32_t> reverse_;
  MovedPointers pointers_;
  std::set<std::pair<ContentHash, ContentHash>> settled_;  ///< contents that differ in addresses only
  MemoryState originalState_, variantState_;
  std::set<uint32_t> reported_;
  std::map<uint32_t, bool> anyCompared_;  ///< of what a launch left
  RecordComparison result_;
};

}  // namespace

uint32_t elementSize(const std::string& type) {
  const ElementType* found = findType(type);
  return found ? found->size : 0;
}

std::string elementText(const std::string& type, std::string_view bytes) {
  const ElementType* found = findType(type);
  return found && found->size == bytes.size() ? found->text(bytes) : hexOf(bytes);
}

Result<RecordComparison> compareRecords(const OutputRecord& original, const OutputRecord& variant, std::stop_token stop,
                                        const OutputRecord* again) {
  return Comparer(original, again, variant).run(stop);
}

}  // namespace warpwright
