#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hash.h"
#include "core/base/result.h"
#include "core/capture/launch_capture.h"

namespace warpwright {

/// Bytes in a chunk; a part of the format (see FORMAT.md), so that files of one version have equal chunks.
inline constexpr uint32_t captureChunkBytes = 256 * 1024;
inline constexpr uint32_t captureFormatVersion = 1;
/// Chunks that are packed, or unpacked, at once.
inline constexpr size_t captureBatchChunks = 64;

/// One chunk as the table of a file lists it.
struct CaptureChunk {
  uint64_t offset = 0;           ///< of its section in the file
  uint32_t stored = 0, raw = 0;  ///< bytes in the file and in memory; equal: not packed
  ContentHash hash{};            ///< of the raw bytes
};

/// How large a capture of these pieces of memory will be at most, and about: every 64th chunk is packed to see.
struct CaptureEstimate {
  uint64_t rawBytes = 0, packedBytes = 0;
};
CaptureEstimate estimateCapture(const std::vector<std::string_view>& memory);
/// The same for memory that is not in this process: `read` gives `bytes` bytes of a piece, valid until the next call,
/// or nothing where they cannot be read.
using ReadMemory = std::function<std::string_view(size_t piece, uint64_t offset, uint64_t bytes)>;
CaptureEstimate estimateCapture(const std::vector<uint64_t>& sizes, const ReadMemory& read);
/// "about 12 MiB for 64 MiB of memory"
std::string toString(const CaptureEstimate& estimate);
/// Errors: the disk of `path` has less room than that. What the launch writes comes on top; it is seldom more than was
/// there.
Status checkCaptureSpace(const CaptureEstimate& estimate, const std::filesystem::path& path);

/// Writes a capture as a stream: memory is read once, in place, by all processors, and nothing of it is kept. The file
/// appears under its name when `finish` succeeds; until then it is NAME.part, which goes with the writer.
class CaptureWriter {
 public:
  static Result<CaptureWriter> create(const std::filesystem::path& path);
  CaptureWriter(CaptureWriter&& other) noexcept;
  CaptureWriter& operator=(CaptureWriter&&) = delete;
  ~CaptureWriter();

  /// Stores memory, each content once. Errors are kept for `finish`.
  MemoryImage store(std::string_view bytes);
  uint64_t writtenBytes() const { return written_; }
  /// Completes the file. Errors: what `validate` finds; what went wrong with any write ("the disk is full").
  Status finish(const LaunchCapture& capture);

 private:
  CaptureWriter(std::FILE* file, std::filesystem::path path);
  void put(std::string_view bytes);
  /// Packs where that saves something.
  void putSection(const char* tag, std::string_view raw);
  void storeBatch(std::string_view bytes, MemoryImage& image);
  void putPacked(const char* tag, std::string_view stored, std::string_view raw);

  std::FILE* file_;
  std::filesystem::path path_;
  std::vector<CaptureChunk> chunks_;
  std::map<ContentHash, uint32_t> known_;
  std::vector<std::string> packed_;  ///< buffers for the chunks of a batch
  uint64_t written_ = 0;
  int writeError_ = 0;
};

/// A capture read back. Opening checks the file's frame and its description; each chunk is checked as it is read.
class CaptureReader {
 public:
  /// Errors: unreadable, not a capture, of a newer version, truncated, damaged (says where), values that no launch has.
  static Result<CaptureReader> open(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  const LaunchCapture& capture() const { return capture_; }
  const std::vector<CaptureChunk>& chunks() const { return chunks_; }
  uint64_t fileBytes() const { return fileBytes_; }

  /// One chunk's bytes. Errors: damaged, unreadable.
  Result<std::string> chunk(uint32_t number) const;
  /// Calls `take(offset, bytes)` for each chunk of an image in order; all processors unpack.
  Status read(const MemoryImage& image, const std::function<void(uint64_t, std::string_view)>& take) const;
  /// Reads all chunks: ok if no byte of the file is damaged.
  Status verify() const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  Status readFrame();
  /// Reads the section at `offset`, whose end must not lie past `limit`. Other threads may read, too.
  Result<std::string> section(const char* tag, uint64_t offset, uint64_t limit, uint64_t maxRaw, uint64_t* end) const;
  Status readTable(const std::string& table, uint64_t end);
  Error damaged(uint64_t offset, const std::string& what) const;

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  uint64_t fileBytes_ = 0;
  LaunchCapture capture_;
  std::vector<CaptureChunk> chunks_;
};

}  // namespace warpwright
