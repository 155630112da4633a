#include "core/capture/relocate_capture.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace warpwright {
namespace {

constexpr uint64_t page = uint64_t{2} << 20;  ///< GPUs map memory in pages of this size

/// Where each piece goes.
class Moves {
 public:
  Moves(const std::vector<CapturedMemory>& memory, uint64_t base) : memory_(memory) {
    uint64_t next = base;
    for (const CapturedMemory& piece : memory) {
      // With a gap behind each piece, so that what goes past its end is seen.
      const uint64_t at = (next + page - 1) / page * page + piece.address % page;
      to_.push_back(at);
      next = at + piece.size + page;
    }
  }

  uint64_t to(size_t piece) const { return to_[piece]; }
  /// The piece that an address belongs to; one past its end does too, as pointers may.
  std::optional<size_t> pieceOf(uint64_t address) const {
    const auto next =
        std::upper_bound(memory_.begin(), memory_.end(), address,
                         [](uint64_t value, const CapturedMemory& piece) { return value < piece.address; });
    if (next == memory_.begin()) return std::nullopt;
    const auto piece = std::prev(next);
    if (address - piece->address > piece->size) return std::nullopt;
    return static_cast<size_t>(piece - memory_.begin());
  }

 private:
  const std::vector<CapturedMemory>& memory_;
  std::vector<uint64_t> to_;
};

uint64_t wordAt(std::string_view bytes, size_t offset) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof word);
  return word;
}

/// Stores an image again and looks for addresses in it. `found`: what the first one is.
Result<MemoryImage> copyImage(const CaptureReader& from, const CapturedMemory& piece, const MemoryImage& image,
                              const Moves& moves, CaptureWriter& writer, std::string& found) {
  MemoryImage copy;
  if (piece.address % 8 != 0 && piece.size > captureChunkBytes) {
    found = "`" + piece.name + "` is not aligned to 8 bytes";  // its words do not end where chunks do
  }
  const Status read = from.read(image, [&](uint64_t offset, std::string_view bytes) {
    const MemoryImage part = writer.store(bytes);
    copy.insert(copy.end(), part.begin(), part.end());
    // Kernels read pointers where they are aligned; chunks begin where the piece does, plus a multiple of their size.
    const uint64_t skip = (8 - (piece.address + offset) % 8) % 8;
    for (uint64_t at = skip; found.empty() && at + 8 <= bytes.size(); at += 8) {
      if (const auto target = moves.pieceOf(wordAt(bytes, at))) {
        found = "`" + piece.name + "` holds at byte " + std::to_string(offset + at) + " what could be an address in `" +
                from.capture().memory[*target].name + "`";
      }
    }
  });
  if (!read.ok()) return read.error();
  return copy;
}

}  // namespace

Status relocateCapture(const CaptureReader& from, const std::filesystem::path& to, uint64_t base) {
  LaunchCapture capture = from.capture();
  const std::vector<CapturedMemory>& memory = from.capture().memory;
  const Moves moves(memory, base);
  Result<CaptureWriter> writer = CaptureWriter::create(to);
  if (!writer.ok()) return writer.error();
  std::string found;
  for (size_t i = 0; i < memory.size(); ++i) {
    capture.memory[i].address = moves.to(i);
    for (const bool after : {false, true}) {
      const MemoryImage& image = after ? memory[i].after : memory[i].before;
      MemoryImage& copied = after ? capture.memory[i].after : capture.memory[i].before;
      if (after && image == memory[i].before) {
        copied = capture.memory[i].before;
        continue;
      }
      Result<MemoryImage> copy = copyImage(from, memory[i], image, moves, *writer, found);
      if (!copy.ok()) return copy.error();
      copied = std::move(copy.value());
    }
  }
  if (!found.empty()) {
    return inputError("The captured memory cannot be put at other addresses: " + found + ".");
  }
  for (CapturedArgument& argument : capture.arguments) {
    for (size_t offset = (8 - argument.offset % 8) % 8; offset + 8 <= argument.bytes.size(); offset += 8) {
      const uint64_t address = wordAt(argument.bytes, offset);
      const auto piece = moves.pieceOf(address);
      if (!piece) continue;
      const uint64_t moved = moves.to(*piece) + (address - memory[*piece].address);
      std::memcpy(argument.bytes.data() + offset, &moved, sizeof moved);
    }
  }
  return writer->finish(capture);
}

}  // namespace warpwright
