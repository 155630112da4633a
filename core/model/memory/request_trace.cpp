#include "core/model/memory/request_trace.h"

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/regular_file.h"

namespace warpwright::memsim {
namespace {

using nlohmann::json;

constexpr std::string_view magic = "WWREQ2\n";
constexpr uint64_t mostHeaderBytes = uint64_t{1} << 28;

json toJson(const RequestTrace& trace) {
  json sites = json::array(), waves = json::array();
  for (size_t i = 0; i < trace.sites.size(); ++i) {
    const TraceSite& site = trace.sites[i];
    const SitePlace& place = trace.places[i];
    const AccessCounts& counts = trace.globalCounts[i];
    sites.push_back({static_cast<int>(site.kind), static_cast<int>(site.space), static_cast<int>(site.cacheOperator),
                     site.bytes, place.at.file, place.at.line, place.at.column, place.object, place.parameter,
                     counts.requests, counts.lanes, counts.bytes, counts.sectors, counts.lines});
  }
  for (const auto& wave : trace.waves) {
    json& blocks = waves.emplace_back(json::array());
    for (const BlockRequests& block : wave) {
      json lengths = json::array();
      for (const RequestStream& warp : block.warps) lengths.push_back(warp.size());
      blocks.push_back({block.multiprocessor, std::move(lengths)});
    }
  }
  const LaunchGeometry& geometry = trace.geometry;
  return {{"kernel", trace.kernel},
          {"device", trace.device},
          {"geometry",
           {geometry.blocks, geometry.threadsPerBlock, geometry.sharedBytesPerBlock, geometry.registersPerThread}},
          {"resident", trace.residentBlocks},
          {"traced", trace.tracedBlocks},
          {"kept", trace.keptBlocks},
          {"sites", std::move(sites)},
          {"waves", std::move(waves)}};
}

/// The streams have their lengths and nothing in them; nothing where they are longer than `most` together. May throw
/// json::exception.
std::optional<RequestTrace> traceFrom(const json& header, uint64_t most) {
  RequestTrace trace;
  trace.kernel = header.at("kernel").get<std::string>();
  trace.device = header.at("device").get<std::string>();
  const json& geometry = header.at("geometry");
  trace.geometry = {geometry.at(0).get<uint64_t>(), geometry.at(1).get<uint32_t>(), geometry.at(2).get<uint64_t>(),
                    geometry.at(3).get<uint32_t>()};
  trace.residentBlocks = header.at("resident").get<uint32_t>();
  trace.tracedBlocks = header.at("traced").get<uint64_t>();
  trace.keptBlocks = header.at("kept").get<uint64_t>();
  for (const json& row : header.at("sites")) {
    TraceSite site;
    site.kind = static_cast<EventKind>(row.at(0).get<int>());
    site.space = static_cast<MemorySpace>(row.at(1).get<int>());
    site.cacheOperator = static_cast<CacheOperator>(row.at(2).get<int>());
    site.bytes = row.at(3).get<uint32_t>();
    trace.sites.push_back(site);
    trace.places.push_back({{row.at(4).get<std::string>(), row.at(5).get<uint32_t>(), row.at(6).get<uint32_t>()},
                            row.at(7).get<std::string>(),
                            row.at(8).get<int>()});
    AccessCounts counts;
    counts.requests = row.at(9).get<uint64_t>();
    counts.lanes = row.at(10).get<uint64_t>();
    counts.bytes = row.at(11).get<uint64_t>();
    counts.sectors = row.at(12).get<uint64_t>();
    counts.lines = row.at(13).get<uint64_t>();
    trace.globalCounts.push_back(counts);
  }
  for (const json& blocks : header.at("waves")) {
    auto& wave = trace.waves.emplace_back();
    for (const json& block : blocks) {
      wave.push_back({block.at(0).get<uint32_t>(), {}});
      for (const json& row : block.at(1)) {
        const auto length = row.get<uint64_t>();
        if (length > most) return std::nullopt;
        most -= length;
        wave.back().warps.emplace_back(length);
      }
    }
  }
  return trace;
}

double share(uint64_t whole, uint64_t part) {
  return part == 0 ? 1.0 : static_cast<double>(whole) / static_cast<double>(part);
}

}  // namespace

double RequestTrace::countFactor() const {
  return share(geometry.blocks, tracedBlocks);
}
double RequestTrace::requestFactor() const {
  return share(geometry.blocks, keptBlocks);
}

Status appendRequestTrace(const std::filesystem::path& file, const RequestTrace& trace) {
  std::ofstream out(file, std::ios::binary | std::ios::app);
  const std::string header = toJson(trace).dump(-1, ' ', false, json::error_handler_t::replace);
  const uint64_t length = header.size();
  out << magic;
  out.write(reinterpret_cast<const char*>(&length), sizeof length);
  out << header;
  for (const auto& wave : trace.waves) {
    for (const BlockRequests& block : wave) {
      for (const RequestStream& warp : block.warps) {
        out.write(reinterpret_cast<const char*>(warp.data()),
                  static_cast<std::streamsize>(warp.size() * sizeof warp[0]));
      }
    }
  }
  out.close();
  if (!out) return inputError("The requests of `" + trace.kernel + "` could not be written to " + file.string() + ".");
  return {};
}

Result<std::vector<RequestTrace>> readRequestTraces(const std::filesystem::path& file) {
  if (Status good = checkRegularFile(file, UINT64_MAX); !good.ok()) return good.error();
  std::ifstream in(file, std::ios::binary);
  if (!in) return inputError(file.string() + " cannot be read.");
  std::error_code ignored;
  const uint64_t size = std::filesystem::file_size(file, ignored);
  const Error broken = inputError(file.string() + " is no complete file of requests.");
  std::vector<RequestTrace> traces;
  while (in.peek() != std::ifstream::traits_type::eof()) {
    std::string start(magic.size(), '\0');
    uint64_t length = 0;
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    in.read(reinterpret_cast<char*>(&length), sizeof length);
    if (!in || start != magic || length > mostHeaderBytes || length > size) return broken;
    std::string header(length, '\0');
    in.read(header.data(), static_cast<std::streamsize>(length));
    const json parsed = json::parse(header, nullptr, /*allow_exceptions=*/false);
    if (!in || parsed.is_discarded()) return broken;
    try {
      std::optional<RequestTrace> trace = traceFrom(parsed, size / sizeof(RequestStream::value_type));
      if (!trace) return broken;
      traces.push_back(*std::move(trace));
    } catch (const json::exception&) {
      return broken;
    }
    for (auto& wave : traces.back().waves) {
      for (BlockRequests& block : wave) {
        for (RequestStream& warp : block.warps) {
          in.read(reinterpret_cast<char*>(warp.data()), static_cast<std::streamsize>(warp.size() * sizeof warp[0]));
        }
      }
    }
    if (!in) return broken;
  }
  return traces;
}

}  // namespace warpwright::memsim
