#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/kernel_paths.h"
#include "core/kernel/kernel_model.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::model {

struct ModelOptions {
  std::vector<std::pair<std::string, Launch>>
      launches;        ///< given by the user, by kernel name; they replace host launches
  bool paths = false;  ///< wants ParsedKernel::paths
  /// An open launch where other files may launch the kernel, asked for kernels with launches in the unit. Empty: none
  /// is asked.
  std::function<std::optional<Launch>(const clang::FunctionDecl& kernel)> elsewhere;
};

/// A kernel as passes rewrite it: its model and its declaration in the AST of the unit. Valid while the unit lives.
struct ParsedKernel {
  const frontend::ParsedUnit* unit = nullptr;
  const clang::FunctionDecl* declaration =
      nullptr;  ///< the definition; an instantiation where the kernel is a template
  const clang::FunctionDecl* pattern =
      nullptr;  ///< what is written in the source: the template's pattern, or `declaration`
  /// Why there may be launches that are in no model, with its line; empty: all are known. Launches that the user gives
  /// say which blocks to look at, not where else the text would have to change. All passes take it from here; those
  /// that look at models only have such launches in them, with nothing known of them.
  Message openLaunches;
  std::vector<KernelModel> models;  ///< one for each (instantiation, block shape); at least one
  std::vector<KernelPaths> paths;   ///< one a model where they were asked for; empty where it is unknown

  /// Of the models; instantiations that have several come as often.
  std::vector<std::string> mangledNames() const {
    std::vector<std::string> names;
    for (const KernelModel& model : models) names.push_back(model.mangledName);
    return names;
  }
};

/// Models every kernel defined in a project file of the unit. Kernels with several instantiations or block shapes have
/// one model for each: a change is legal only if it is legal for all of them.
Result<std::vector<ParsedKernel>> modelKernels(const frontend::ParsedUnit& unit, const ModelOptions& options,
                                               std::stop_token stop);

}  // namespace warpwright::model
