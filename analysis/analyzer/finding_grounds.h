#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/analyzer/surroundings.h"
#include "analysis/model/kernel_modeler.h"
#include "core/device/device.h"

namespace warpwright::analysis {

/// All that findings of one kernel may rest on, each as a text that changes with it. A pass says which of it its own
/// rest on: see PassInputs.
struct FindingGrounds {
  std::string kernel;        ///< digest of its text and models; lines count from its first
  std::string openLaunches;  ///< see model::ParsedKernel
  std::string directives;    ///< digest of flags and lines of the preprocessor
  std::string launches;      ///< digest of these and of the text outside the kernel
  std::string device;        ///< digest of its description
  std::string file;          ///< that the kernel stands in
  uint32_t firstLine = 0;    ///< where it begins there
};
FindingGrounds groundsOf(const model::ParsedKernel& kernel, const Surroundings& around, const Device& device);

/// The digest of everything that models of one kernel say, with its text. Lines of `file` count from `firstLine`, so
/// that an edit above the kernel changes nothing; where a launch stands counts only if something is not known of it.
std::string digestOf(const std::vector<KernelModel>& models, std::string_view text, const std::string& file,
                     uint32_t firstLine);
/// The digest of everything a device is described by.
std::string digestOf(const Device& device);

}  // namespace warpwright::analysis
