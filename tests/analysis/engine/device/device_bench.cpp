#include "device_bench.h"

#include <algorithm>

#include <llvm/IR/Module.h>

#include "analysis/engine/lower/source_names.h"
#include "analysis/frontend/parsed_unit.h"
#include "core/base/file.h"
#include "test_data.h"

using namespace warpwright;
using namespace warpwright::engine;

namespace {

Result<std::string> deviceCode(const std::filesystem::path& path) {
  frontend::CompileCommand command;
  command.file = path;
  command.folder = path.parent_path();
  frontend::ParseOptions options;
  options.headers = frontend::HeaderMode::own;
  auto modules = frontend::compileForEngine(command, options, {});
  if (!modules.ok()) return modules.error();
  if (!modules->device) return inputError("No device code.");
  return bitcodeOf(*modules->device);
}

}  // namespace

DeviceBench::DeviceBench(const std::string& file, bool check) {
  const std::filesystem::path path =
      std::filesystem::path(WARPWRIGHT_TEST_DATA) / "analysis" / "engine" / "device" / file;
  text_ = readFile(path).value();
  auto arena = Arena::create(1ull << 30);
  if (!arena.ok()) {
    problem = arena.error().message;
    return;
  }
  arena_ = std::move(arena).value();
  auto code = deviceCode(path);
  if (!code.ok()) {
    problem = code.error().message;
    return;
  }
  DeviceProgramOptions programOptions;
  programOptions.check = check;
  programOptions.print = [this](std::string_view text) { printed += text; };
  auto program = DeviceProgram::load({{file, code.value()}}, *arena_, programOptions);
  if (!program.ok()) {
    problem = program.error().message;
    return;
  }
  program_ = std::make_unique<DeviceProgram>(std::move(program).value());
}

void* DeviceBench::allocate(uint64_t bytes, const std::string& name) {
  auto address = arena_->allocate(bytes, name, {});
  if (!address.ok()) problem = address.error().message;
  return address.ok() ? reinterpret_cast<void*>(address.value()) : nullptr;
}

std::string DeviceBench::mangled(const std::string& kernel) const {
  for (const std::string& name : program_->kernels(0)) {
    if (functionName(name) == kernel) return name;
  }
  return kernel;
}

LaunchOutcome DeviceBench::launchWith(const std::string& kernel, const Shape& shape, void** arguments) {
  if (!problem.empty()) return {};
  LaunchRequest request;
  request.kernel = mangled(kernel);
  request.grid = shape.grid;
  request.block = shape.block;
  request.dynamicSharedBytes = shape.shared;
  request.cooperative = shape.cooperative;
  request.arguments = arguments;
  auto outcome = program_->launch(request, options, {});
  if (outcome.ok()) return std::move(outcome).value();
  problem = outcome.error().message;
  return {};
}

uint32_t DeviceBench::line(const std::string& mark) const {
  const size_t at = text_.find("// mark: " + mark + "\n");
  return at == std::string::npos ? 0 : 1 + static_cast<uint32_t>(std::count(text_.begin(), text_.begin() + at, '\n'));
}
