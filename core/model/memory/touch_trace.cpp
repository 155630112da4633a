#include "core/model/memory/touch_trace.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/regular_file.h"

namespace warpwright::memsim {
namespace {

using nlohmann::json;

constexpr std::string_view magic = "WWTCH1\n";

json headerOf(const TouchTrace& trace) {
  json sites = json::array(), pieces = json::array();
  for (size_t i = 0; i < trace.sites.size(); ++i) {
    const TraceSite& site = trace.sites[i];
    const SitePlace& place = trace.places[i];
    sites.push_back({static_cast<int>(site.kind), static_cast<int>(site.space), site.bytes, place.at.file,
                     place.at.line, place.at.column, place.object});
  }
  for (const TouchTrace::Piece& piece : trace.pieces) pieces.push_back({piece.name, piece.address, piece.bytes});
  return {{"kernel", trace.kernel}, {"grid", trace.grid},          {"block", trace.block},
          {"sites", sites},         {"pieces", std::move(pieces)}, {"threads", trace.threads.size()}};
}

/// May throw json::exception.
TouchTrace traceFrom(const json& header) {
  TouchTrace trace;
  trace.kernel = header.at("kernel").get<std::string>();
  trace.grid = header.at("grid").get<std::array<uint32_t, 3>>();
  trace.block = header.at("block").get<std::array<uint32_t, 3>>();
  for (const json& row : header.at("sites")) {
    TraceSite site;
    site.kind = static_cast<EventKind>(row.at(0).get<int>());
    site.space = static_cast<MemorySpace>(row.at(1).get<int>());
    site.bytes = row.at(2).get<uint32_t>();
    trace.sites.push_back(site);
    trace.places.push_back({{row.at(3).get<std::string>(), row.at(4).get<uint32_t>(), row.at(5).get<uint32_t>()},
                            row.at(6).get<std::string>()});
  }
  for (const json& row : header.at("pieces")) {
    trace.pieces.push_back({row.at(0).get<std::string>(), row.at(1).get<uint64_t>(), row.at(2).get<uint64_t>()});
  }
  return trace;
}

template <typename T>
void put(std::ofstream& out, const T* values, size_t count) {
  out.write(reinterpret_cast<const char*>(values), static_cast<std::streamsize>(count * sizeof(T)));
}
template <typename T>
void get(std::ifstream& in, T* values, size_t count) {
  in.read(reinterpret_cast<char*>(values), static_cast<std::streamsize>(count * sizeof(T)));
}

}  // namespace

Status writeTouchTrace(const std::filesystem::path& file, const TouchTrace& trace) {
  std::ofstream out(file, std::ios::binary);
  const std::string header = headerOf(trace).dump(-1, ' ', false, json::error_handler_t::replace);
  const uint64_t length = header.size();
  out << magic;
  put(out, &length, 1);
  out << header;
  for (const auto& thread : trace.threads) {
    const uint64_t events = thread.size();
    put(out, &events, 1);
  }
  for (const auto& thread : trace.threads) put(out, thread.data(), thread.size());
  out.close();
  if (!out) return inputError("What `" + trace.kernel + "` touches could not be written to " + file.string() + ".");
  return {};
}

Result<TouchTrace> readTouchTrace(const std::filesystem::path& file) {
  if (Status good = checkRegularFile(file, UINT64_MAX); !good.ok()) return good.error();
  std::ifstream in(file, std::ios::binary);
  if (!in) return inputError(file.string() + " cannot be read.");
  std::error_code ignored;
  const uint64_t size = std::filesystem::file_size(file, ignored);
  const Error broken = inputError(file.string() + " is no complete file of touches.");
  std::string start(magic.size(), '\0');
  uint64_t length = 0;
  get(in, start.data(), start.size());
  get(in, &length, 1);
  if (!in || start != magic || length > size) return broken;
  std::string text(length, '\0');
  get(in, text.data(), length);
  const json header = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!in || header.is_discarded()) return broken;
  TouchTrace trace;
  uint64_t threads = 0;
  try {
    trace = traceFrom(header);
    threads = header.at("threads").get<uint64_t>();
  } catch (const json::exception&) {
    return broken;
  }
  uint64_t left = (size - magic.size() - sizeof length - length) / sizeof(TraceEvent);
  if (threads > left) return broken;
  left -= threads;
  std::vector<uint64_t> lengths(threads);
  get(in, lengths.data(), threads);
  for (const uint64_t events : lengths) {
    if (!in || events > left) return broken;
    left -= events;
    get(in, trace.threads.emplace_back(events).data(), events);
  }
  for (const auto& thread : trace.threads) {
    for (const TraceEvent event : thread) {
      if (siteOf(event) >= trace.sites.size()) return broken;
    }
  }
  if (!in || left != 0) return broken;
  return trace;
}

}  // namespace warpwright::memsim
