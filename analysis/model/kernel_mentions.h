#pragma once

#include <cstdint>
#include <vector>

namespace clang {
class CallExpr;
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::model {

class SourceText;

/// What becomes of a kernel where its name, or a variable that holds it, stands.
struct KernelUse {
  enum class Kind : uint8_t {
    launched,  ///< between the call and `<<<`, or as the first argument of cudaLaunchKernel
    lookedAt,  ///< compared, or given to a function of CUDA that launches nothing
    kept,      ///< assigned to `variable`
    handedOn   ///< anything else: it may be launched from anywhere
  };
  Kind kind = Kind::handedOn;
  const clang::VarDecl* variable = nullptr;
};

/// `ancestors`: of `mention`, the nearest last.
KernelUse useOf(const clang::Expr& mention, const std::vector<const clang::Stmt*>& ancestors, const SourceText& text);

/// Is it cudaLaunchKernel or its like, with the kernel as the first argument?
bool launchesItsFirstArgument(const clang::CallExpr& call, const SourceText& text);

/// Does a function of CUDA only ask for, or set, properties of the kernel that it is given?
bool onlyLooksAtKernels(const clang::CallExpr& call, const SourceText& text);

/// The kernels that an expression names, as far as it names them: through casts, addresses and both sides of `?:`.
std::vector<const clang::FunctionDecl*> namedKernels(const clang::Expr* expression);

}  // namespace warpwright::model
