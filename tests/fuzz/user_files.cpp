// Files that a user names: captures, device descriptions, graphs, PTX, tables, baselines, profiles.
#include <nlohmann/json.hpp>

#include "core/capture/capture_file.h"
#include "core/capture/capture_frame.h"
#include "core/device/device.h"
#include "core/device/fused_chip.h"
#include "core/finding/baseline.h"
#include "core/job/program_profile.h"
#include "core/kernel/ptx_rounding.h"
#include "core/model/cache_policy/ptx_loads.h"
#include "core/model/cache_policy/traffic_graph.h"
#include "core/model/reuse/task_graph.h"
#include "core/report/profile_trace.h"
#include "core/session/ncu_csv.h"
#include "tests/core/capture/sample_capture.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/input_file.h"

namespace warpwright::fuzz {
namespace {

/// A whole capture with this description and one chunk: what lies behind the checksums, which no chance gets past.
std::string framedDescription(std::string_view description) {
  const std::string memory(64, '\x2a');
  const std::string header = capture_frame::header();
  std::string file = header + capture_frame::sectionHead(capture_frame::chunkTag, memory, memory.size()) + memory;
  const uint64_t launch = file.size();
  file += capture_frame::sectionHead(capture_frame::launchTag, description, description.size());
  file += description;
  const uint64_t tableAt = file.size();
  const auto bytes = static_cast<uint32_t>(memory.size());
  const std::string table = capture_frame::table({{header.size(), bytes, bytes, hashContent(memory)}});
  file += capture_frame::sectionHead(capture_frame::tableTag, table, table.size()) + table;
  return file + capture_frame::trailer(launch, tableAt, file.size() + capture_frame::trailerBytes);
}

}  // namespace

void takeCapture(std::string_view bytes) {
  const bool isFile = bytes.starts_with("WWCAP");
  const auto capture = CaptureReader::open(inputFile("a.wwcap", isFile ? bytes : framedDescription(bytes)));
  if (!capture.ok() || !capture->verify().ok()) return;
  uint64_t total = 0;
  for (const CapturedMemory& memory : capture->capture().memory) {
    for (const MemoryImage* image : {&memory.before, &memory.after})
      (void)capture->read(*image, [&](uint64_t, std::string_view part) { total += part.size(); });
  }
  (void)toJson(capture->capture()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::string> captureSeeds() {
  const std::filesystem::path file = inputFile("seed.wwcap", "");
  auto writer = CaptureWriter::create(file);
  if (!writer.ok()) return {};
  LaunchCapture capture = sampleCapture(*writer, SampleMemory::ofSize(256));
  if (!writer->finish(capture).ok()) return {};
  std::ifstream stream(file, std::ios::binary);
  std::string whole((std::istreambuf_iterator<char>(stream)), {});
  // The same launch with the one chunk that `framedDescription` has.
  for (CapturedMemory& memory : capture.memory) {
    memory.size = 64;
    memory.before = memory.after = {0};
  }
  return {std::move(whole), toJson(capture).dump()};
}

void takeDevice(std::string_view bytes) {
  const std::filesystem::path file = inputFile("device.json", bytes);
  (void)readDevice(file);
  (void)readFusedDevice(file);
}

void takeGraph(std::string_view bytes) {
  const auto graph = readGraph(inputFile("graph.mtx", bytes));
  if (!graph.ok() || graph->graph.pinCount() > 100'000) return;
  const Incidence incidence = incidenceOf(graph->graph);
  if (incidence.start.size() != size_t{graph->graph.dataCount()} + 1) std::abort();
}

void takeTrafficGraph(std::string_view bytes) {
  const auto graph = readTrafficGraph(inputFile("graph.json", bytes).string());
  if (!graph.ok()) return;
  (void)trafficReduction(*graph, std::vector<bool>(graph->loads.size(), true));
  if (!trafficGraphFromJson(toJson(*graph)).ok()) std::abort();
}

void takePtx(std::string_view bytes) {
  const std::string text(bytes);
  for (const char* kernel : {"_Z1kPfi", "k"}) {
    (void)ptxRounding(text, kernel, [](const SourcePosition& at) { return at.file + std::to_string(at.line); });
    const auto loads = ptxLoads(text, kernel);
    if (!loads.ok()) continue;
    std::vector<PtxChange> changes;
    for (const PtxLoad& load : *loads) changes.push_back({load.line, memsim::CacheOperator::bypassL1});
    (void)withOperators(text, changes);
    (void)joinLoads({}, *loads);
  }
}

void takeNcuTable(std::string_view bytes) {
  if (const auto values = readNcuCsv(bytes); values.ok()) (void)ncuMeasurements(*values, "v");
}

void takeBaseline(std::string_view bytes) {
  const std::filesystem::path file = inputFile("baseline.json", bytes);
  const auto baseline = readBaseline(file);
  if (!baseline.ok()) return;
  if (!writeBaseline(file, *baseline).ok()) std::abort();
  const auto again = readBaseline(file);
  if (!again.ok() || again->findings.size() != baseline->findings.size()) std::abort();
}

void takeProfile(std::string_view bytes) {
  const auto kept = readKeptProfile(inputFile("profile.json", bytes));
  if (!kept.ok()) return;
  const auto dump = [](const nlohmann::json& value) {
    (void)value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  dump(toJson(kept->profile));
  dump(profileTrace(kept->profile, kept->device));
  (void)whatTraceLeavesOut("trace.json", kept->profile);
  ProgramProfile twice = kept->profile;
  twice.add(kept->profile);
}

}  // namespace warpwright::fuzz
