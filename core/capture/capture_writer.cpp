#include <zstd.h>

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/processors.h"
#include "core/capture/capture_file.h"
#include "core/capture/capture_frame.h"

namespace warpwright {
namespace {

/// Quick, and packs what programs put into memory nearly as well as higher levels.
constexpr int packLevel = 1;

std::string_view packedInto(std::string& buffer, std::string_view raw) {
  buffer.resize(ZSTD_compressBound(raw.size()));
  const size_t size = ZSTD_compress(buffer.data(), buffer.size(), raw.data(), raw.size(), packLevel);
  if (ZSTD_isError(size) != 0 || size >= raw.size()) return raw;
  return std::string_view(buffer).substr(0, size);
}

std::string mebibytes(uint64_t bytes) {
  if (bytes < uint64_t{1} << 20) return std::to_string((bytes + 1023) >> 10) + " KiB";
  return std::to_string((bytes >> 20) + 1) + " MiB";
}

}  // namespace

CaptureEstimate estimateCapture(const std::vector<uint64_t>& sizes, const ReadMemory& read) {
  constexpr uint64_t every = 64;
  CaptureEstimate estimate;
  uint64_t sampled = 0, packed = 0, number = 0;
  std::string buffer;
  for (size_t piece = 0; piece < sizes.size(); ++piece) {
    estimate.rawBytes += sizes[piece];
    for (uint64_t at = 0; at < sizes[piece]; at += captureChunkBytes, ++number) {
      if (number % every != 0) continue;
      const std::string_view chunk = read(piece, at, std::min<uint64_t>(captureChunkBytes, sizes[piece] - at));
      sampled += chunk.size();
      packed += packedInto(buffer, chunk).size();
    }
  }
  if (sampled != 0) {
    estimate.packedBytes = static_cast<uint64_t>(static_cast<double>(packed) / static_cast<double>(sampled) *
                                                 static_cast<double>(estimate.rawBytes));
  }
  return estimate;
}

CaptureEstimate estimateCapture(const std::vector<std::string_view>& memory) {
  std::vector<uint64_t> sizes;
  for (const std::string_view piece : memory) sizes.push_back(piece.size());
  return estimateCapture(
      sizes, [&](size_t piece, uint64_t offset, uint64_t bytes) { return memory[piece].substr(offset, bytes); });
}

std::string toString(const CaptureEstimate& estimate) {
  return "about " + mebibytes(estimate.packedBytes) + " for " + mebibytes(estimate.rawBytes) + " of memory";
}

Status checkCaptureSpace(const CaptureEstimate& estimate, const std::filesystem::path& path) {
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::absolute(path, failed).parent_path();
  const std::filesystem::space_info space = std::filesystem::space(folder, failed);
  if (failed || estimate.packedBytes <= space.available) return {};
  return Error{ErrorKind::io,
               "The capture would take about " + mebibytes(estimate.packedBytes) + " and " + folder.string() + " has " +
                   mebibytes(space.available) + " free. Write it elsewhere.",
               std::nullopt};
}

CaptureWriter::CaptureWriter(std::FILE* file, std::filesystem::path path) : file_(file), path_(std::move(path)) {}
CaptureWriter::CaptureWriter(CaptureWriter&& other) noexcept
    : file_(std::exchange(other.file_, nullptr)),
      path_(std::move(other.path_)),
      chunks_(std::move(other.chunks_)),
      known_(std::move(other.known_)),
      packed_(std::move(other.packed_)),
      written_(other.written_),
      writeError_(other.writeError_) {}

CaptureWriter::~CaptureWriter() {
  if (!file_) return;
  std::fclose(file_);
  std::error_code ignored;
  std::filesystem::remove(path_.string() + ".part", ignored);
}

Result<CaptureWriter> CaptureWriter::create(const std::filesystem::path& path) {
  std::FILE* file = std::fopen((path.string() + ".part").c_str(), "wbe");
  if (!file) {
    return Error{ErrorKind::io, "Cannot write " + path.string() + ": " + std::strerror(errno) + ".", std::nullopt};
  }
  CaptureWriter writer(file, path);
  writer.put(capture_frame::header());
  return writer;
}

void CaptureWriter::put(std::string_view bytes) {
  if (writeError_ == 0 && !bytes.empty() && std::fwrite(bytes.data(), bytes.size(), 1, file_) != 1) writeError_ = errno;
  written_ += bytes.size();
}

void CaptureWriter::putSection(const char* tag, std::string_view raw) {
  std::string buffer;
  putPacked(tag, packedInto(buffer, raw), raw);
}

void CaptureWriter::putPacked(const char* tag, std::string_view stored, std::string_view raw) {
  put(capture_frame::sectionHead(tag, stored, raw.size()));
  put(stored);
}

MemoryImage CaptureWriter::store(std::string_view bytes) {
  MemoryImage image;
  image.reserve(bytes.size() / captureChunkBytes + 1);
  constexpr size_t atOnce = captureBatchChunks * captureChunkBytes;
  for (size_t at = 0; at < bytes.size(); at += atOnce) storeBatch(bytes.substr(at, atOnce), image);
  return image;
}

/// What takes time, hashes and packing, all processors do; the order of the file is that of the memory.
void CaptureWriter::storeBatch(std::string_view bytes, MemoryImage& image) {
  struct Part {
    std::string_view raw, stored;
    ContentHash hash{};
    bool isNew = false;
  };
  std::vector<Part> parts((bytes.size() + captureChunkBytes - 1) / captureChunkBytes);
  packed_.resize(std::max(packed_.size(), parts.size()));
  eachOnProcessors(parts.size(), [&](size_t i) {
    parts[i].raw = bytes.substr(i * captureChunkBytes, captureChunkBytes);
    parts[i].hash = hashContent(parts[i].raw);
  });
  auto number = static_cast<uint32_t>(chunks_.size());
  for (Part& part : parts) {
    const auto [known, isNew] = known_.try_emplace(part.hash, number);
    part.isNew = isNew;
    number += isNew ? 1 : 0;
    image.push_back(known->second);
  }
  std::erase_if(parts, [](const Part& part) { return !part.isNew; });
  eachOnProcessors(parts.size(), [&](size_t i) { parts[i].stored = packedInto(packed_[i], parts[i].raw); });
  for (const Part& part : parts) {
    const uint64_t offset = written_;
    putPacked(capture_frame::chunkTag, part.stored, part.raw);
    chunks_.push_back(
        {offset, static_cast<uint32_t>(part.stored.size()), static_cast<uint32_t>(part.raw.size()), part.hash});
  }
}

Status CaptureWriter::finish(const LaunchCapture& capture) {
  std::vector<uint32_t> sizes;
  for (const CaptureChunk& chunk : chunks_) sizes.push_back(chunk.raw);
  if (Status good = validate(capture, sizes, captureChunkBytes); !good.ok()) {
    return inputError("The launch cannot be captured: " + good.error().message + ".");
  }
  const uint64_t launchOffset = written_;
  putSection(capture_frame::launchTag, toJson(capture).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  const uint64_t tableOffset = written_;
  putSection(capture_frame::tableTag, capture_frame::table(chunks_));
  put(capture_frame::trailer(launchOffset, tableOffset, written_ + capture_frame::trailerBytes));
  if (writeError_ == 0 && (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0)) writeError_ = errno;
  const std::string part = path_.string() + ".part";
  if (std::fclose(std::exchange(file_, nullptr)) != 0 && writeError_ == 0) writeError_ = errno;
  if (writeError_ == 0 && std::rename(part.c_str(), path_.c_str()) != 0) writeError_ = errno;
  if (writeError_ == 0) return {};
  std::error_code ignored;
  std::filesystem::remove(part, ignored);
  return Error{ErrorKind::io,
               "Cannot write the capture " + path_.string() + ": " + std::strerror(writeError_) +
                   ". It was removed; free some space (it needs up to " + std::to_string((written_ >> 20) + 1) +
                   " MiB), or write it elsewhere.",
               std::nullopt};
}

}  // namespace warpwright
