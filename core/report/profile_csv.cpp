#include "core/report/profile_csv.h"

#include "core/report/csv_cells.h"

namespace warpwright {

std::string profileCsv(const ProgramProfile& profile) {
  std::string csv = "kernel,share,total_s,launches,min_s,median_s,max_s,registers\r\n";
  const double whole = static_cast<double>(profile.kernelNs());
  const auto seconds = [](uint64_t ns) { return std::optional(static_cast<double>(ns) / 1e9); };
  for (const KernelProfile& kernel : profile.kernels) {
    const std::optional<double> share =
        whole > 0 ? std::optional(static_cast<double>(kernel.totalNs) / whole) : std::nullopt;
    csv += csvLine(kernel.name, share, seconds(kernel.totalNs), std::to_string(kernel.launches), seconds(kernel.minNs),
                   seconds(kernel.medianNs), seconds(kernel.maxNs), std::to_string(kernel.registers));
  }
  return csv;
}

}  // namespace warpwright
