#include "analysis/engine/cuda/fused_launches.h"

#include <algorithm>
#include <cstring>

#include "core/device/occupancy.h"

namespace warpwright::engine {

using memsim::FusedMode;

namespace {

/// The one whose program runs.
FusedLaunches* running = nullptr;

constexpr uint64_t threshold = 10;  // HPCA'12, section 4.2
constexpr uint64_t placeAlignment = 256;

/// Twice the lines of floats in one, with the next-line prefetcher (section 4.1).
uint64_t firstSkip(const FusedChip& chip) {
  return uint64_t{chip.lineBytes} / 4 * (1 + chip.nextLinePrefetch);
}

/// "reduce" of "tools::reduce<float>": how the model of a kernel names it.
std::string plainName(const std::string& name) {
  const std::string base = name.substr(0, name.find('<'));
  const size_t colons = base.rfind("::");
  return colons == std::string::npos ? base : base.substr(colons + 2);
}

}  // namespace

FusedLaunches::FusedLaunches(FusedRequest request, FusedDevice device, CountedProgram program)
    : request_(std::move(request)), device_(std::move(device)), program_(std::move(program)) {
  run_.device = device_.gpu.name;
  run_.kernel = request_.kernel;
  run_.clockGHz = device_.chip.cpuClockGHz;
  run_.modes = memsim::everyMode(firstSkip(device_.chip));
  for (const FusedMode& mode : run_.modes) {
    machines_.push_back(std::make_unique<memsim::FusedMachine>(device_, mode.kind == FusedMode::Kind::perfect));
  }
}

Result<std::unique_ptr<FusedLaunches>> FusedLaunches::create(const FusedRequest& request) {
  Result<FusedDevice> device = findFusedDevice(request.device);
  if (!device.ok()) return device.error();
  Result<CountedProgram> program = CountedProgram::compile(request.name, request.source, &FusedLaunches::onLoad);
  if (!program.ok()) return program.error();
  return std::unique_ptr<FusedLaunches>(
      new FusedLaunches(request, std::move(device.value()), std::move(program.value())));
}

bool FusedLaunches::wants(const std::string& kernel) {
  if (plainName(kernel) != request_.kernel || complete()) return false;
  const uint64_t index = seen_++;
  run_.skipped = std::min(index, request_.firstLaunch);
  return index >= request_.firstLaunch;
}

Result<WorkOptions> FusedLaunches::optionsFor(const LaunchRequest& launch, const KernelAttributes& kernel) {
  const uint32_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  const Occupancy occupancy = computeOccupancy(
      device_.gpu, {threads, request_.registersPerThread, kernel.staticSharedBytes + launch.dynamicSharedBytes});
  if (!occupancy.cannotLaunch.empty() || occupancy.blocks == 0) {
    return inputError("`" + kernel.name + "` does not fit on the " + device_.gpu.name + ": " + occupancy.cannotLaunch);
  }
  WorkOptions options;
  options.code = device_.chip.gpuExecutesPtx     ? memsim::GpuCode::ptx
                 : device_.gpu.addressBits == 32 ? memsim::GpuCode::addresses32
                                                 : memsim::GpuCode::addresses64;
  options.residentBlocks = occupancy.blocks;
  options.residentInAll = uint64_t{occupancy.blocks} * device_.gpu.multiprocessors;
  return options;
}

/// Memory that the program has by now goes behind what was there before.
void FusedLaunches::place(const Arena& arena) {
  for (const Allocation* allocation : arena.live()) {
    const auto [known, isNew] = places_.try_emplace(allocation->base, Place{allocation->size, placeEnd_});
    if (isNew) placeEnd_ += (allocation->size + placeAlignment - 1) / placeAlignment * placeAlignment;
  }
}

uint64_t FusedLaunches::placed(uint64_t address) const {
  auto next = places_.upper_bound(address);
  if (next == places_.begin()) return address;
  const auto& [base, place] = *std::prev(next);
  return address - base < place.size + memsim::lineBytes ? place.at + (address - base) : address;
}

Status FusedLaunches::model(memsim::GpuWork work, const LaunchRequest& launch, const KernelAttributes& kernel,
                            const Arena& arena, const std::function<uint64_t(const std::string&)>& variable) {
  LaunchValues values;
  values.kernel = kernel.name;
  for (size_t i = 0; i < kernel.parameterSizes.size(); ++i) {
    values.arguments.emplace_back(static_cast<const char*>(launch.arguments[i]), kernel.parameterSizes[i]);
  }
  values.variable = [&](const ProgramField& field) -> Result<uint64_t> {
    const uint64_t address = variable(field.variable);
    if (address == 0) return inputError("The device variable `" + field.variable + "` was not found.");
    return address;
  };
  values.bytesFrom = [&](const ProgramField&, uint64_t address) -> uint64_t {
    const Allocation* allocation = arena.find(address);
    return allocation == nullptr || !allocation->live ? 0 : allocation->base + allocation->size - address;
  };
  const auto fields = fieldValues(request_.fields, values);
  if (!fields.ok()) return fields.error();
  place(arena);
  for (memsim::BlockRequests& block : work.blocks) {
    for (memsim::RequestStream& stream : block.warps) {
      for (uint64_t& packed : stream) {
        if (memsim::isWork(packed) || work.sites[memsim::siteOfPacked(packed)].kind == memsim::EventKind::barrier)
          continue;
        memsim::LineAccess access = memsim::lineOfPacked(packed);
        access.line = placed(access.line * memsim::lineBytes) / memsim::lineBytes;
        packed = memsim::packLine(memsim::siteOfPacked(packed), access, memsim::continuesRequest(packed));
      }
    }
  }
  if (run_.launches == 0) {
    run_.grid = launch.grid;
    run_.block = launch.block;
    run_.residentBlocks = work.residentBlocks;
  }
  const std::array<uint32_t, 6> shape{launch.grid[0],  launch.grid[1],  launch.grid[2],
                                      launch.block[0], launch.block[1], launch.block[2]};
  for (size_t mode = 0; mode < run_.modes.size(); ++mode) runMode(mode, work, *fields, shape);
  ++run_.launches;
  return {};
}

void FusedLaunches::runMode(size_t index, const memsim::GpuWork& work, const std::vector<uint64_t>& fields,
                            const std::array<uint32_t, 6>& shape) {
  FusedMode& mode = run_.modes[index];
  memsim::FusedMachine& machine = *machines_[index];
  if (mode.kind == FusedMode::Kind::alone || mode.kind == FusedMode::Kind::perfect) {
    mode.counts += machine.run(work);
    return;
  }
  const bool adaptive = mode.kind == FusedMode::Kind::adaptive;
  if (adaptive) mode.skips.push_back({machine.now(), mode.skip});
  const uint64_t concurrent = uint64_t{work.residentBlocks} * device_.gpu.multiprocessors;
  mode.counts += machine.run(work, [&](memsim::CpuCore& core) {
    running = this;
    core_ = &core;
    mode_ = &mode;
    machine_ = &machine;
    told_ = program_.instructions();
    const std::array<uint64_t, 4> tuning{concurrent, mode.skip, adaptive ? mode.batch : 1, threshold};
    program_.entry()(fields.data(), shape.data(), tuning.data(), adaptive ? &onHits : nullptr,
                     adaptive ? &onAdapted : nullptr, &core.stopped());
    core_ = nullptr;
  });
}

void FusedLaunches::onLoad(const void* address, unsigned long bytes) {
  FusedLaunches& self = *running;
  const uint64_t executed = self.program_.instructions();
  self.core_->instructions(executed - self.told_);
  self.told_ = executed;
  self.core_->load(self.placed(reinterpret_cast<uint64_t>(address)), static_cast<uint32_t>(bytes));
}

uint64_t FusedLaunches::onHits() {
  FusedLaunches& self = *running;
  const uint64_t executed = self.program_.instructions();
  self.core_->instructions(executed - self.told_);
  self.told_ = executed;
  return self.core_->l3Hits();
}

void FusedLaunches::onAdapted(uint64_t skip) {
  FusedLaunches& self = *running;
  std::vector<memsim::SkipSample>& skips = self.mode_->skips;
  if (skips.back().skip != skip) skips.push_back({self.machine_->now(), skip});
}

}  // namespace warpwright::engine
