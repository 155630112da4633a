#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/capture/capture_file.h"

/// The bytes around a capture's content, as FORMAT.md has them: shared by its writer and its reader.
namespace warpwright::capture_frame {

inline constexpr char magic[] = "WWCAP\r\n\x1a";  ///< 8 bytes: copying as text damages them
inline constexpr char endMagic[] = "WWCEND\r\n";
inline constexpr char chunkTag[] = "CHNK", launchTag[] = "LNCH", tableTag[] = "TABL";
inline constexpr uint64_t headerBytes = 32, headBytes = 40, trailerBytes = 48, tableEntryBytes = 32;

struct SectionHead {
  std::string tag;
  uint32_t packed = 0;
  uint64_t stored = 0, raw = 0;
};
struct Trailer {
  uint64_t launchOffset = 0, tableOffset = 0, fileBytes = 0;
};

std::string header();
/// The 40 bytes before a section's bytes.
std::string sectionHead(const char* tag, std::string_view stored, uint64_t raw);
std::string table(const std::vector<CaptureChunk>& chunks);
std::string trailer(uint64_t launchOffset, uint64_t tableOffset, uint64_t fileBytes);

/// Errors: not a capture, of a newer version, a checksum that does not match. Requires: `headerBytes` bytes.
Status checkHeader(std::string_view bytes);
/// Requires: `headBytes` bytes. The checksum is `checkSection`'s.
SectionHead readHead(std::string_view head);
/// True where the checksum in `head` is that of the head and of `stored`.
bool checkSection(std::string_view head, std::string_view stored);
/// False: not the end of a capture. Requires: `trailerBytes` bytes.
bool readTrailer(std::string_view bytes, Trailer& trailer);
/// Requires: a multiple of `tableEntryBytes` bytes.
std::vector<CaptureChunk> readTable(std::string_view bytes);

}  // namespace warpwright::capture_frame
