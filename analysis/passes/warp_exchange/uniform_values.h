#pragma once

namespace clang {
class Expr;
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {
struct Mentions;
}  // namespace warpwright::rewrite

namespace warpwright::passes {

/// Which expressions have one value for all threads of a block, as far as the text of the kernel tells by itself: those
/// made of constants, parameters, extents and the index of the block, and variables that are set to such once.
class UniformValues {
 public:
  /// `mentions`: of the kernel's body; outlives this.
  UniformValues(const clang::FunctionDecl& kernel, const rewrite::Mentions& mentions)
      : kernel_(kernel), mentions_(mentions) {}

  bool is(const clang::Expr& expression) const { return is(&expression, 0); }

 private:
  bool is(const clang::Expr* expression, int depth) const;

  const clang::FunctionDecl& kernel_;
  const rewrite::Mentions& mentions_;
};

}  // namespace warpwright::passes
