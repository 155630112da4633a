#include "analysis/engine/job/replay_poison.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/capture/output_tries.h"

namespace warpwright::engine {
namespace {

char* at(uint64_t address) {
  return reinterpret_cast<char*>(address);
}

class Poisoner {
 public:
  Poisoner(const CaptureReader& reader, CaptureWriter& writer, const PoisonSteps& steps)
      : reader_(reader), writer_(writer), steps_(steps), memory_(reader.capture().memory) {}

  /// Images of the pieces that can be poisoned.
  Result<std::map<size_t, MemoryImage>> find() {
    MemoryPieces changed, unchanged;
    for (uint32_t i = 0; i < memory_.size(); ++i) {
      if (memory_[i].kind == CapturedMemory::Kind::constant) continue;
      (memory_[i].before != memory_[i].after ? changed : unchanged).push_back(i);
    }
    const auto tries = [this](const MemoryPieces& pieces) { return tryPieces(pieces); };
    if (Status tried = tryForOutputs(std::move(changed), unchanged, tries); !tried.ok()) return tried.error();
    std::erase_if(images_, [&](const auto& image) { return image.second.empty(); });
    return std::move(images_);
  }

 private:
  /// Runs the launch with these pieces full of poison. True: all came out as in the reference; their images are kept.
  Result<bool> tryPieces(const MemoryPieces& pieces) {
    if (Status restored = steps_.restore(reader_); !restored.ok()) return restored.error();
    for (const uint32_t piece : pieces) {
      if (Status filled = fill(memory_[piece]); !filled.ok()) return filled.error();
    }
    // With other values in memory it may fault or never end: then these are no mere outputs.
    if (!steps_.launch().ok()) return false;
    std::map<size_t, MemoryImage> images;
    for (size_t i = 0; i < memory_.size(); ++i) {
      if (std::find(pieces.begin(), pieces.end(), i) == pieces.end()) {
        if (!steps_.isReference(i)) return false;
        continue;
      }
      Result<bool> written = imageOf(memory_[i], images[i]);
      if (!written.ok() || !*written) return written;
    }
    images_.merge(images);
    return true;
  }

  Status fill(const CapturedMemory& piece) const {
    return reader_.read(piece.after, [&](uint64_t offset, std::string_view bytes) {
      char* target = at(piece.address + offset);
      for (size_t i = 0; i < bytes.size(); ++i) target[i] = static_cast<char>(~bytes[i]);
    });
  }

  /// What the piece should hold before a launch: poison where the launch wrote the reference, the captured content
  /// where it left the poison alone; empty where it wrote nothing. False: it wrote something else, so that came from
  /// what was there.
  Result<bool> imageOf(const CapturedMemory& piece, MemoryImage& image) {
    std::string content;
    bool any = false;
    for (size_t chunk = 0; chunk < piece.after.size(); ++chunk) {
      Result<std::string> reference = reader_.chunk(piece.after[chunk]), before = reader_.chunk(piece.before[chunk]);
      if (!reference.ok()) return reference.error();
      if (!before.ok()) return before.error();
      const char* now = at(piece.address + chunk * captureChunkBytes);
      content.resize(reference->size());
      for (size_t i = 0; i < content.size(); ++i) {
        const char right = (*reference)[i], poison = static_cast<char>(~right);
        if (now[i] != right && now[i] != poison) return false;
        content[i] = now[i] == right ? poison : (*before)[i];
        any = any || now[i] == right;
      }
      const MemoryImage stored = writer_.store(content);
      image.push_back(stored.front());
    }
    if (!any) image.clear();
    return true;
  }

  const CaptureReader& reader_;
  CaptureWriter& writer_;
  const PoisonSteps& steps_;
  const std::vector<CapturedMemory>& memory_;
  std::map<size_t, MemoryImage> images_;
};

/// The capture with its images in the writer's numbers; `images` in place of the content before the launch.
Result<LaunchCapture> copyInto(CaptureWriter& writer, const CaptureReader& reader,
                               const std::map<size_t, MemoryImage>& images) {
  std::map<uint32_t, uint32_t> numbers;
  const auto renumber = [&](MemoryImage& image) -> Status {
    for (uint32_t& number : image) {
      auto known = numbers.find(number);
      if (known == numbers.end()) {
        Result<std::string> bytes = reader.chunk(number);
        if (!bytes.ok()) return bytes.error();
        known = numbers.emplace(number, writer.store(*bytes).front()).first;
      }
      number = known->second;
    }
    return {};
  };
  LaunchCapture copy = reader.capture();
  for (size_t i = 0; i < copy.memory.size(); ++i) {
    if (Status done = renumber(copy.memory[i].after); !done.ok()) return done.error();
    if (const auto found = images.find(i); found != images.end()) {
      copy.memory[i].before = found->second;
    } else if (Status done = renumber(copy.memory[i].before); !done.ok()) {
      return done.error();
    }
  }
  copy.outputsPoisoned = !images.empty();
  return copy;
}

/// Runs the original from the copy: true where the reference comes out.
Result<bool> holds(const std::filesystem::path& path, const PoisonSteps& steps) {
  Result<CaptureReader> copy = CaptureReader::open(path);
  if (!copy.ok()) return copy.error();
  if (Status restored = steps.restore(*copy); !restored.ok()) return restored.error();
  if (!steps.launch().ok()) return false;
  for (size_t i = 0; i < copy->capture().memory.size(); ++i) {
    if (!steps.isReference(i)) return false;
  }
  return true;
}

}  // namespace

Result<std::vector<std::string>> writePoisonedCapture(const CaptureReader& reader, const std::filesystem::path& copy,
                                                      const PoisonSteps& steps) {
  for (const bool poisoned : {true, false}) {
    Result<CaptureWriter> writer = CaptureWriter::create(copy);
    if (!writer.ok()) return writer.error();
    std::map<size_t, MemoryImage> images;
    if (poisoned) {
      Result<std::map<size_t, MemoryImage>> found = Poisoner(reader, *writer, steps).find();
      if (!found.ok()) return found.error();
      images = std::move(found.value());
    }
    Result<LaunchCapture> capture = copyInto(*writer, reader, images);
    if (!capture.ok()) return capture.error();
    if (Status done = writer->finish(*capture); !done.ok()) return done.error();
    std::vector<std::string> names;
    for (const auto& [piece, image] : images) names.push_back(reader.capture().memory[piece].name);
    if (names.empty()) return names;
    // Each buffer may pass by itself and not all together.
    Result<bool> good = holds(copy, steps);
    if (!good.ok()) return good.error();
    if (*good) return names;
  }
  return std::vector<std::string>{};
}

}  // namespace warpwright::engine
