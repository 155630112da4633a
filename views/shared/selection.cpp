#include "views/shared/selection.h"

namespace warpwright::views {

void Selection::setFile(const std::string& file) {
  if (file == file_) return;
  file_ = file;
  emit fileChanged();
}

void Selection::setKernel(const std::string& kernel) {
  if (kernel == kernel_) return;
  kernel_ = kernel;
  emit kernelChanged();
}

void Selection::setFinding(const FindingKey& key, const std::string& kernel) {
  if (!kernel.empty()) setKernel(kernel);
  if (key == finding_) return;
  finding_ = key;
  emit findingChanged();
}

}  // namespace warpwright::views
