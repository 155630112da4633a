#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/model/source_text.h"
#include "analysis/passes/task_order/task_mentions.h"

namespace clang {
class ASTContext;
}

namespace warpwright::passes {

/// May the expression be written once more beside itself? Names, numbers, arithmetic, members, dim3.
bool isPlain(const clang::Stmt* part, const model::SourceText& text);

/// A product in host code: its constant part, and variables that never change.
struct HostProduct {
  uint64_t constant = 1;
  std::vector<const clang::VarDecl*> variables;
  bool isKnown = true;  ///< false: there are other factors
};
/// Multiplies the product by an expression; what stands behind names that never change counts.
void multiply(const clang::Expr& factor, const Mentions& mentions, const clang::ASTContext& context,
              HostProduct& product, int depth = 0);

/// The line of the unit's host code that begins to capture a stream into a graph; empty: none does.
Message lineOfCapture(const rewrite::Editor& editor);

}  // namespace warpwright::passes
