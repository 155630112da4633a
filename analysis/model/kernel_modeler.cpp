#include "analysis/model/kernel_modeler.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>

#include <algorithm>
#include <unordered_map>

#include "analysis/model/ir_scan.h"
#include "analysis/model/join.h"
#include "analysis/model/launches.h"
#include "analysis/model/prepared_unit.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_index.h"
#include "analysis/model/source_text.h"
#include "core/kernel/kernel_name.h"

namespace warpwright::model {
namespace {

/// "void (int, int *)" as people write it: "void(int, int*)".
std::string plainSignature(const std::string& printed) {
  std::string text;
  for (const char c : printed) {
    if ((c == '(' || c == '*' || c == '&') && text.ends_with(' ')) text.pop_back();
    text += c;
  }
  return text;
}

using BlockShape = std::array<std::optional<uint32_t>, 3>;
constexpr size_t mostShapes = 8;

/// One kernel, or one instantiation of a kernel template.
struct Instance {
  const clang::FunctionDecl* declaration = nullptr;
  const clang::FunctionDecl* pattern = nullptr;
  std::string mangledName;
};

bool contains(const SourceRange& around, const SourcePosition& at) {
  if (!around.isValid() || at.file != around.begin.file) return false;
  const auto place = std::pair(at.line, at.column);
  return std::pair(around.begin.line, around.begin.column) <= place &&
         place < std::pair(around.endLine, around.endColumn);
}

class UnitModeler {
 public:
  UnitModeler(const frontend::ParsedUnit& unit, const ModelOptions& options, std::stop_token stop)
      : unit_(unit), options_(options), stop_(std::move(stop)), text_(unit) {}

  Result<std::vector<ParsedKernel>> run() {
    const std::vector<const clang::FunctionDecl*>& functions = projectFunctions(unit_);
    findInstances(functions);
    if (instances_.empty()) return std::vector<ParsedKernel>{};
    std::unordered_map<const clang::FunctionDecl*, std::vector<Launch>> launches;
    for (auto& [kernel, launch] : findLaunches(unit_, functions)) launches[kernel].push_back(std::move(launch));

    std::vector<ParsedKernel> kernels;
    std::unordered_map<const clang::FunctionDecl*, size_t> known;  // by pattern
    for (const Instance& instance : instances_) {
      if (stop_.stop_requested()) return cancelledError();
      std::vector<Launch> own;
      if (const auto here = launches.find(instance.declaration->getCanonicalDecl()); here != launches.end())
        own = here->second;
      Message open = whyNotAll(own);
      replaceByUsers(instance, own);
      if (open.empty()) open = lookElsewhere(instance, own);
      const auto [place, isNew] = known.try_emplace(instance.pattern, kernels.size());
      if (isNew) kernels.push_back(begun(instance));
      ParsedKernel& kernel = kernels[place->second];
      if (kernel.openLaunches.empty()) kernel.openLaunches = std::move(open);
      model(instance, own, kernel);
    }
    if (stop_.stop_requested()) return cancelledError();
    return kernels;
  }

 private:
  void findInstances(const std::vector<const clang::FunctionDecl*>& functions) {
    clang::ASTNameGenerator names(unit_.ast());
    for (const clang::FunctionDecl* function : functions) {
      if (!function->hasAttr<clang::CUDAGlobalAttr>()) continue;
      Instance instance;
      instance.declaration = instance.pattern = function;
      if (const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern()) {
        const clang::FunctionDecl* written = nullptr;
        instance.pattern = pattern->hasBody(written) ? written : pattern;
      }
      if (!function->isTemplated()) instance.mangledName = names.getName(function);
      instances_.push_back(std::move(instance));
    }
  }

  /// Launches given by the user replace those of the host code; so do those of host code read again, which have a
  /// place.
  void replaceByUsers(const Instance& instance, std::vector<Launch>& launches) const {
    std::vector<Launch> given;
    for (const auto& [name, launch] : options_.launches) {
      const bool same = name == instance.declaration->getNameAsString() ||
                        name == instance.declaration->getQualifiedNameAsString() ||
                        name == "::" + instance.declaration->getQualifiedNameAsString() ||
                        (!instance.mangledName.empty() && meansKernel(name, instance.mangledName));
      if (same) given.push_back(launch);
    }
    if (given.empty()) return;
    for (Launch& launch : given) launch.fromUser = launch.at.file.empty();
    launches = std::move(given);
  }

  /// Why launches are open, if they are: for one that the host code has, as the host compiles it, or one of another
  /// file.
  Message lookElsewhere(const Instance& instance, std::vector<Launch>& launches) const {
    if (launches.empty() || !options_.elsewhere || !whyNotAll(launches).empty()) return whyNotAll(launches);
    std::optional<Launch> other = options_.elsewhere(*instance.declaration);
    if (!other) return {};
    const Message why = whyNotAll({*other});
    if (std::none_of(launches.begin(), launches.end(), [](const Launch& one) { return one.fromUser; })) {
      launches.push_back(*std::move(other));
    }
    return why;
  }

  ParsedKernel begun(const Instance& instance) const {
    ParsedKernel kernel;
    kernel.unit = &unit_;
    kernel.declaration = instance.declaration;
    kernel.pattern = instance.pattern;
    return kernel;
  }

  /// Models for each block shape that some launch has.
  void model(const Instance& instance, const std::vector<Launch>& launches, ParsedKernel& kernel) const {
    std::vector<BlockShape> shapes;
    for (const Launch& launch : launches) {
      if (std::find(shapes.begin(), shapes.end(), launch.block) == shapes.end()) shapes.push_back(launch.block);
    }
    if (shapes.empty() || shapes.size() > mostShapes) shapes = {BlockShape{}};
    KernelModel described = describe(instance);
    described.launches = launches;
    const SourceIndex source = indexSource(unit_, *instance.declaration);
    described.hasErrors = source.hasErrors || hasDiagnostic(source) || unit_.hasErrors(*instance.declaration);
    for (const SourceParameter& parameter : source.parameters) described.parameterNames.push_back(parameter.name);
    for (const BlockShape& shape : shapes) {
      if (stop_.stop_requested()) return;
      KernelModel model = described;
      model.block = shape;
      if (shapes.size() > 1) keepLaunchesOf(shape, model);
      KernelPaths paths = fill(instance, source, model);
      kernel.models.push_back(std::move(model));
      if (options_.paths) kernel.paths.push_back(std::move(paths));
    }
  }

  static void keepLaunchesOf(const BlockShape& shape, KernelModel& model) {
    std::erase_if(model.launches, [&](const Launch& launch) { return launch.block != shape; });
  }

  KernelPaths fill(const Instance& instance, const SourceIndex& source, KernelModel& model) const {
    if (instance.declaration->isTemplated()) {
      model.unknownReason = "no instantiation of this template was found in the file";
      return {};
    }
    PreparedModule* prepared = preparedKernels(unit_);
    llvm::Function* function = prepared ? prepared->kernel(instance.mangledName, model.block) : nullptr;
    if (!function) {
      model.unknownReason =
          model.hasErrors ? "errors kept the kernel from being compiled" : "no device code was made for the kernel";
      model.hasErrors = true;
      return {};
    }
    IrOrigins origins = scanKernel(*function, source, model, options_.paths, stop_);
    joinWithSource(source, origins, model);
    PreparedModule::drop(function);
    return std::move(origins.paths);
  }

  KernelModel describe(const Instance& instance) const {
    const clang::FunctionDecl& function = *instance.declaration;
    const clang::PrintingPolicy& policy = unit_.ast().getPrintingPolicy();
    KernelModel model;
    model.name = function.getNameAsString();
    model.qualifiedName = function.getQualifiedNameAsString();
    // Without the program's own names for types: as the compiled code has it. What is still open has no other words.
    const clang::QualType type = function.getType();
    model.signature = plainSignature((function.isTemplated() ? type : type.getCanonicalType()).getAsString(policy));
    model.mangledName = instance.mangledName;
    if (const clang::TemplateArgumentList* arguments = function.getTemplateSpecializationArgs()) {
      llvm::raw_string_ostream out(model.templateArguments);
      clang::printTemplateArgumentList(out, arguments->asArray(), policy);
    }
    model.definition = text_.range(function.getSourceRange());
    model.nameAt = text_.filePlace(function.getLocation());
    if (const auto* bounds = function.getAttr<clang::CUDALaunchBoundsAttr>()) {
      clang::Expr::EvalResult value;
      const clang::Expr* most = bounds->getMaxThreads();
      if (most && !most->isValueDependent() && most->EvaluateAsInt(value, unit_.ast())) {
        const uint64_t threads = value.Val.getInt().getLimitedValue(UINT32_MAX);
        if (threads > 0 && threads <= 1024) model.maxThreads = static_cast<uint32_t>(threads);
      }
    }
    return model;
  }

  bool hasDiagnostic(const SourceIndex& source) const {
    for (const Diagnostic& diagnostic : unit_.summary().errors) {
      if (diagnostic.severity != Diagnostic::Severity::error) continue;
      for (const SourceRange& function : source.functions) {
        if (contains(function, diagnostic.range.begin)) return true;
      }
    }
    return false;
  }

  const frontend::ParsedUnit& unit_;
  const ModelOptions& options_;
  std::stop_token stop_;
  SourceText text_;
  std::vector<Instance> instances_;
};

}  // namespace

Result<std::vector<ParsedKernel>> modelKernels(const frontend::ParsedUnit& unit, const ModelOptions& options,
                                               std::stop_token stop) {
  return UnitModeler(unit, options, std::move(stop)).run();
}

}  // namespace warpwright::model
