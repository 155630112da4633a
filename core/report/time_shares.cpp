#include "core/report/time_shares.h"

#include "core/finding/kernel_choice.h"

namespace warpwright {
std::vector<std::optional<size_t>> kernelsOfProfile(const ProgramProfile& profile,
                                                    const std::vector<const KernelSummary*>& kernels) {
  std::vector<std::optional<size_t>> found;
  for (const KernelProfile& one : profile.kernels) {
    found.emplace_back();
    // Names are long and kernels many: what cannot be meant is not read.
    std::vector<const KernelSummary*> near;
    std::vector<size_t> numbers;
    for (size_t i = 0; i < kernels.size(); ++i) {
      if (one.name.find(kernels[i]->name) == std::string::npos) continue;
      near.push_back(kernels[i]);
      numbers.push_back(i);
    }
    const std::vector<const KernelSummary*> meant = kernelsNamed(near, one.name);
    if (meant.size() != 1) continue;
    for (size_t i = 0; i < near.size(); ++i) {
      if (near[i] == meant.front()) found.back() = numbers[i];
    }
  }
  return found;
}

std::vector<std::optional<TimeShare>> timeShares(const ProgramProfile& profile,
                                                 const std::vector<const KernelSummary*>& kernels) {
  std::vector<std::optional<TimeShare>> shares(kernels.size());
  const double whole = static_cast<double>(profile.kernelNs());
  const std::vector<std::optional<size_t>> of = kernelsOfProfile(profile, kernels);
  for (size_t i = 0; i < of.size(); ++i) {
    if (!of[i]) continue;
    const KernelProfile& one = profile.kernels[i];
    std::optional<TimeShare>& share = shares[*of[i]];
    if (!share) share.emplace();
    share->seconds += static_cast<double>(one.totalNs) * 1e-9;
    share->launches += one.launches;
    if (whole > 0) share->share += static_cast<double>(one.totalNs) / whole;
  }
  return shares;
}

}  // namespace warpwright
