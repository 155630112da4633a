// warpwright occupancy --arch sm_90 --block 256 --registers 40 --shared 4096: how full a multiprocessor gets.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/number_text.h"
#include "core/device/occupancy.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  std::string device = "sm_90";
  uint32_t block = 256, registers = 0;
  uint64_t shared = 0;
};

nlohmann::json toJson(const Device& device, const OccupancyRequest& request, const Occupancy& occupancy) {
  nlohmann::json limits = nlohmann::json::array();
  for (const OccupancyLimit& limit : occupancy.limits) {
    limits.push_back({{"resource", toString(limit.resource)},
                      {"blocks", limit.blocks ? nlohmann::json(*limit.blocks) : nlohmann::json(nullptr)},
                      {"used_per_block", limit.usedPerBlock},
                      {"available", limit.available},
                      {"limits", limit.limits}});
  }
  return {{"schema", "warpwright.occupancy/1"},
          {"device", device.name},
          {"arch", device.arch},
          {"block", request.threadsPerBlock},
          {"registers", request.registersPerThread},
          {"shared", request.sharedBytesPerBlock},
          {"blocks", occupancy.blocks},
          {"warps", occupancy.warps},
          {"max_warps", occupancy.maxWarps},
          {"threads", occupancy.threads},
          {"occupancy", occupancy.fraction},
          {"limits", limits},
          {"reason", occupancy.cannotLaunch}};
}

std::string amount(const OccupancyLimit& limit, uint64_t value) {
  return limit.resource == OccupancyResource::shared ? memoryText(value) : countText(value);
}

void printText(const Device& device, const Occupancy& occupancy) {
  std::printf("%s (%s): %.0f %% occupancy, %u of %u warps in %s a multiprocessor\n", device.name.c_str(),
              device.arch.c_str(), occupancy.fraction * 100, occupancy.warps, occupancy.maxWarps,
              countText(occupancy.blocks, "block", "blocks").c_str());
  for (const OccupancyLimit& limit : occupancy.limits) {
    if (!limit.blocks) continue;
    std::printf("  %-14s %3u blocks  (%s a block of %s)%s\n", toString(limit.resource).c_str(), *limit.blocks,
                amount(limit, limit.usedPerBlock).c_str(), amount(limit, limit.available).c_str(),
                limit.limits ? "  ◂ limit" : "");
  }
}

int run(const Options& options) {
  const auto device = findDevice(options.device);
  if (!device.ok()) return fail(device.error(), options.output);
  const OccupancyRequest request{options.block, options.registers, options.shared};
  const Occupancy occupancy = computeOccupancy(*device, request);
  if (options.output.isJson()) std::printf("%s\n", toJson(*device, request, occupancy).dump(2).c_str());
  // There is no input but the options: what no multiprocessor can hold was asked for wrongly. JSON says so already.
  if (!occupancy.cannotLaunch.empty()) return fail({ErrorKind::usage, occupancy.cannotLaunch, {}});
  if (!options.output.isJson()) printText(*device, occupancy);
  return exitDone;
}

}  // namespace

Action addOccupancyCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("--arch,--device", options->device, "an architecture or a device: sm_90, H200")->capture_default_str();
  app.add_option("--block", options->block, "threads a block")->capture_default_str();
  app.add_option("--registers", options->registers, "registers a thread; 0: not a limit")->capture_default_str();
  app.add_option("--shared", options->shared, "bytes of shared memory a block, static and dynamic")
      ->capture_default_str();
  addOutputOptions(app, options->output);
  return [options](const Invocation&) { return run(*options); };
}

}  // namespace warpwright::cli
