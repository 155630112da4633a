#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/base/processors.h"
#include "core/base/regular_file.h"
#include "core/capture/capture_file.h"
#include "core/capture/capture_frame.h"

namespace warpwright {
namespace {

using capture_frame::headBytes;
using capture_frame::headerBytes;
using capture_frame::trailerBytes;

/// Descriptions and tables past this are taken for damage: they would be of captures of many terabytes.
constexpr uint64_t maxDescriptionBytes = uint64_t{1} << 30;

/// Several threads may read a file at a time.
Status readAt(std::FILE* file, uint64_t offset, std::string& bytes) {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t got =
        ::pread(::fileno(file), bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Error{ErrorKind::io, got < 0 ? std::strerror(errno) : "it ends too early", std::nullopt};
    done += static_cast<size_t>(got);
  }
  return {};
}

}  // namespace

Error CaptureReader::damaged(uint64_t offset, const std::string& what) const {
  return inputError("The capture " + path_.string() + " is damaged at byte " + std::to_string(offset) + ": " + what +
                    ". Copy it again, or capture the launch again.");
}

Result<CaptureReader> CaptureReader::open(const std::filesystem::path& path) {
  CaptureReader reader;
  reader.path_ = path;
  std::error_code failed;
  if (!std::filesystem::exists(path, failed) && !failed)
    return inputError("There is no capture " + path.string() + ".");
  Result<FileStream> file = openFileStream(path);
  if (!file.ok()) return file.error();
  reader.file_.reset(file->release());
  if (Status good = reader.readFrame(); !good.ok()) return good.error();
  return reader;
}

Status CaptureReader::readFrame() {
  if (::fseeko(file_.get(), 0, SEEK_END) != 0) return inputError("Cannot read " + path_.string() + ".");
  fileBytes_ = static_cast<uint64_t>(::ftello(file_.get()));
  std::string header(headerBytes, '\0'), trailerText(trailerBytes, '\0');
  if (fileBytes_ < headerBytes || !readAt(file_.get(), 0, header).ok()) {
    return inputError(path_.string() + " is not a launch capture: it is too short (" + std::to_string(fileBytes_) +
                      " bytes).");
  }
  if (Status good = capture_frame::checkHeader(header); !good.ok()) {
    return inputError(path_.string() + " cannot be read as a launch capture: " + good.error().message + ".");
  }
  capture_frame::Trailer trailer;
  const bool ends = fileBytes_ >= headerBytes + trailerBytes &&
                    readAt(file_.get(), fileBytes_ - trailerBytes, trailerText).ok() &&
                    capture_frame::readTrailer(trailerText, trailer);
  if (!ends || trailer.fileBytes != fileBytes_) {
    return inputError("The capture " + path_.string() +
                      " is truncated or its end is damaged: copy it again, or capture the launch again.");
  }
  uint64_t launchEnd = 0, tableEnd = 0;
  const uint64_t limit = fileBytes_ - trailerBytes;
  auto table = section(capture_frame::tableTag, trailer.tableOffset, limit, maxDescriptionBytes, &tableEnd);
  if (!table.ok()) return table.error();
  if (tableEnd != limit) return damaged(tableEnd, "there is something between its sections");
  auto launch = section(capture_frame::launchTag, trailer.launchOffset, limit, maxDescriptionBytes, &launchEnd);
  if (!launch.ok()) return launch.error();
  if (launchEnd != trailer.tableOffset) return damaged(launchEnd, "there is something between its sections");
  if (Status good = readTable(*table, trailer.launchOffset); !good.ok()) return good;
  auto capture = launchCaptureFromJson(nlohmann::json::parse(*launch, nullptr, false));
  if (!capture.ok()) return damaged(trailer.launchOffset, capture.error().message);
  capture_ = std::move(capture.value());
  std::vector<uint32_t> sizes;
  for (const CaptureChunk& chunk : chunks_) sizes.push_back(chunk.raw);
  if (Status good = validate(capture_, sizes, captureChunkBytes); !good.ok()) {
    return inputError("The capture " + path_.string() + " cannot be used: " + good.error().message + ".");
  }
  return {};
}

/// Chunks lie one behind the other from the header to `end`: no byte of the file is outside a checksum.
Status CaptureReader::readTable(const std::string& table, uint64_t end) {
  if (table.size() % capture_frame::tableEntryBytes != 0) return damaged(end, "its table has another size");
  chunks_ = capture_frame::readTable(table);
  uint64_t offset = headerBytes;
  for (const CaptureChunk& chunk : chunks_) {
    if (chunk.offset != offset || chunk.raw == 0 || chunk.raw > captureChunkBytes || chunk.stored > chunk.raw) {
      return damaged(offset, "its table of chunks does not fit");
    }
    offset += headBytes + chunk.stored;
  }
  if (offset != end) return damaged(offset, "its table of chunks does not fit");
  return {};
}

Result<std::string> CaptureReader::section(const char* tag, uint64_t offset, uint64_t limit, uint64_t maxRaw,
                                           uint64_t* end) const {
  if (offset < headerBytes || offset > limit || limit - offset < headBytes)
    return damaged(offset, "a section is missing");
  std::string headText(headBytes, '\0');
  if (Status read = readAt(file_.get(), offset, headText); !read.ok()) return damaged(offset, read.error().message);
  const capture_frame::SectionHead head = capture_frame::readHead(headText);
  // Sizes are looked at before they are believed: the checksum can only be computed over what they name.
  const bool sizesFit = head.stored <= limit - offset - headBytes && head.raw <= maxRaw && head.stored <= head.raw;
  if (head.tag != tag || head.packed != (head.stored != head.raw) || !sizesFit) {
    return damaged(offset, "the head of a section is wrong");
  }
  std::string stored(head.stored, '\0');
  if (Status read = readAt(file_.get(), offset + headBytes, stored); !read.ok())
    return damaged(offset, read.error().message);
  if (!capture_frame::checkSection(headText, stored)) return damaged(offset, "a checksum does not match");
  if (end) *end = offset + headBytes + head.stored;
  if (head.packed == 0) return stored;
  std::string raw(head.raw, '\0');
  const size_t size = ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size());
  if (ZSTD_isError(size) != 0 || size != raw.size()) return damaged(offset, "a section cannot be unpacked");
  return raw;
}

Result<std::string> CaptureReader::chunk(uint32_t number) const {
  if (number >= chunks_.size()) return damaged(0, "a chunk is missing");
  const CaptureChunk& chunk = chunks_[number];
  uint64_t end = 0;
  auto raw = section(capture_frame::chunkTag, chunk.offset, fileBytes_ - trailerBytes, captureChunkBytes, &end);
  if (!raw.ok()) return raw;
  if (end != chunk.offset + headBytes + chunk.stored || raw->size() != chunk.raw || hashContent(*raw) != chunk.hash) {
    return damaged(chunk.offset, "a chunk is not the one that the table lists");
  }
  return raw;
}

Status CaptureReader::read(const MemoryImage& image,
                           const std::function<void(uint64_t, std::string_view)>& take) const {
  uint64_t offset = 0;
  // Repeated content (zeros, most of the time) is unpacked once.
  std::map<uint32_t, Result<std::string>> before;
  for (size_t begin = 0; begin < image.size(); begin += captureBatchChunks) {
    const size_t end = std::min(image.size(), begin + captureBatchChunks);
    std::map<uint32_t, Result<std::string>> batch;
    std::vector<uint32_t> wanted;
    for (size_t i = begin; i < end; ++i) {
      if (batch.contains(image[i])) continue;
      const auto known = before.find(image[i]);
      if (known == before.end()) wanted.push_back(image[i]);
      batch.emplace(image[i], known == before.end() ? Result<std::string>(std::string()) : std::move(known->second));
    }
    eachOnProcessors(wanted.size(), [&](size_t i) { batch.at(wanted[i]) = chunk(wanted[i]); });
    for (size_t i = begin; i < end; ++i) {
      const Result<std::string>& bytes = batch.at(image[i]);
      if (!bytes.ok()) return bytes.error();
      take(offset, *bytes);
      offset += bytes->size();
    }
    before = std::move(batch);
  }
  return {};
}

Status CaptureReader::verify() const {
  MemoryImage all(chunks_.size());
  std::iota(all.begin(), all.end(), 0U);
  return read(all, [](uint64_t, std::string_view) {});
}

}  // namespace warpwright
