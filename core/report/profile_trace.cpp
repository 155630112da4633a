#include "core/report/profile_trace.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/base/number_text.h"

namespace warpwright {
namespace {

using nlohmann::json;

double microseconds(uint64_t ns) {
  return static_cast<double>(ns) * 1e-3;
}

json nameOf(const char* what, size_t process, uint32_t stream, const std::string& name) {
  return {{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", stream}, {"args", {{"name", jsonText(name)}}}};
}

/// "H200, GPU 1, process 2": what does not tell them apart is left out.
std::string processName(const ProgramProfile& profile, const ProfiledEvent& event, const std::string& device) {
  const auto differ = [&](auto part) {
    return std::ranges::any_of(profile.events, [&](const ProfiledEvent& one) { return part(one) != part(event); });
  };
  std::string name = device.empty() ? "GPU" : device;
  if (differ([](const ProfiledEvent& one) { return one.place.device; }))
    name += ", GPU " + std::to_string(event.place.device);
  if (differ([](const ProfiledEvent& one) { return one.process; }))
    name += ", process " + std::to_string(event.process + 1);
  return name;
}

json argumentsOf(const ProfiledEvent& event) {
  if (event.isLaunch) return {{"kernel", jsonText(event.name)}};
  json arguments = {{"bytes", event.bytes}};
  if (event.lengthNs > 0)  // bytes a nanosecond are gigabytes a second
    arguments["GB/s"] = static_cast<double>(event.bytes) / static_cast<double>(event.lengthNs);
  return arguments;
}

}  // namespace

json profileTrace(const ProgramProfile& profile, const std::string& device) {
  json events = json::array();
  std::map<std::tuple<uint32_t, uint32_t>, size_t> processes;
  std::map<std::tuple<size_t, uint32_t>, bool> streams;
  for (const ProfiledEvent& event : profile.events) {
    const auto [process, isNew] =
        processes.emplace(std::tuple(event.process, event.place.device), processes.size() + 1);
    const size_t number = process->second;
    if (isNew) events.push_back(nameOf("process_name", number, 0, processName(profile, event, device)));
    if (streams.emplace(std::tuple(number, event.place.stream), true).second)
      events.push_back(
          nameOf("thread_name", number, event.place.stream, "stream " + std::to_string(event.place.stream)));
    events.push_back({{"ph", "X"},
                      {"name", jsonText(event.isLaunch ? event.name.substr(0, event.name.find('(')) : event.name)},
                      {"cat", event.isLaunch         ? "launch"
                              : event.name == "fill" ? "fill"
                                                     : "copy"},
                      {"ts", microseconds(event.beginNs)},
                      {"dur", microseconds(event.lengthNs)},
                      {"pid", number},
                      {"tid", event.place.stream},
                      {"args", argumentsOf(event)}});
  }
  return {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ns"}, {"otherData", {{"device", jsonText(device)}}}};
}

Status writeProfileTrace(const std::filesystem::path& file, const ProgramProfile& profile, const std::string& device) {
  const std::string text = profileTrace(profile, device).dump(-1, ' ', false, json::error_handler_t::replace);
  return writeFileAtomically(file, text + '\n');
}

std::string whatTraceLeavesOut(const std::filesystem::path& file, const ProgramProfile& profile) {
  const uint64_t timed = profile.timed(), kept = profile.events.size();
  if (kept == timed) return {};
  return file.filename().string() + " has " + countText(kept) + " of " + countText(timed) +
         " launches and copies: a profile keeps when the first ones were";
}

}  // namespace warpwright
