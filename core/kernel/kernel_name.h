#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/kernel/kernel_model.h"

namespace warpwright {

/// Does `wanted`, the name of a kernel as somebody writes it, mean this kernel? Either may be mangled, or demangled
/// with or without its return type. Namespaces, template arguments and parameters count as far as `wanted` says them:
/// "step", "solver::step", "step<16>", "void solver::step<16>(float const*, int)"; a leading "::" says that there are
/// no more namespaces. How types are spelled does not count: "const float *" is "float const*", "(int)16" is "16".
/// `name`: of what was compiled: mangled, or in full.
bool meansKernel(const std::string& wanted, const std::string& name);

/// The same for a kernel that is modelled.
bool meansKernel(const std::string& wanted, const KernelModel& kernel);

/// The same for a kernel as an answer of an analysis has it, which has no namespaces and holds all instantiations of a
/// template: `name` is "step", `signature` "void(const float *, int)".
bool meansKernelOfSource(const std::string& wanted, const std::string& name, const std::string& signature);

/// Is the kernel that Clang mangles so called `compiled` in the code that nvcc makes? nvcc gives names of internal
/// linkage no mark, and namespaces without a name one of its own.
bool isCompiledAs(const std::string& mangled, const std::string& compiled);

/// What `wanted` means of `names`, each once and in full: several are overloads, or of several namespaces.
/// Instantiations of one template are one choice, "solver::rows", where `wanted` has no template arguments.
std::vector<std::string> kernelsMeant(const std::string& wanted, const std::vector<std::string>& names);

/// "`step` is the name of several kernels: `a::step(int)`, `b::step(int)`. Write one of these." (usage)
Error severalKernels(const std::string& wanted, const std::vector<std::string>& choices);
/// "There is no kernel `step`. There are: `k1`, `k2`." (usage)
Error noSuchKernel(const std::string& wanted, const std::vector<std::string>& known);

}  // namespace warpwright
