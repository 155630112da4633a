#include "analysis/passes/task_order/captured_model.h"

#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/kernel_modeler.h"
#include "core/kernel/kernel_name.h"

namespace warpwright::reuse {

Result<CapturedModel> modelOfCapture(const analysis::AnalyzeOptions& options, const std::filesystem::path& file,
                                     const std::string& kernel, const LaunchCapture& launch, std::stop_token stop) {
  const std::string& wanted = kernel.empty() ? launch.kernel.name : kernel;
  auto units = frontend::findUnits(file, options.flags);
  if (!units.ok()) return units.error();
  frontend::UnitParser parser(options.parse);
  for (frontend::CompileCommand command : *units) {
    if (!options.arch.empty()) command.arch = options.arch;
    auto unit = parser.parse(command, stop);
    if (!unit.ok()) return unit.error();
    auto kernels = model::modelKernels(*unit, {.launches = {}, .paths = true}, stop);
    if (!kernels.ok()) return kernels.error();
    for (model::ParsedKernel& found : *kernels) {
      for (size_t m = 0; m < found.models.size(); ++m) {
        const KernelModel& model = found.models[m];
        const bool isInstance = !model.templateArguments.empty();
        if (!meansKernel(wanted, model) || (isInstance && model.mangledName != launch.kernel.mangledName)) continue;
        bool fits = true;
        for (size_t d = 0; d < 3; ++d) fits = fits && (!model.block[d] || *model.block[d] == launch.block[d]);
        if (fits) return CapturedModel{std::move(found.models[m]), std::move(found.paths[m])};
      }
    }
  }
  return inputError({"There is no kernel `%1` with the captured block in %2.", wanted, file.string()});
}

}  // namespace warpwright::reuse
