#pragma once

#include "analysis/passes/compaction/thread_numbers.h"

namespace warpwright::rewrite {

/// The loop with which a kernel ends, if its rounds are as far apart as the grid has threads, each thread beginning
/// with its number; nothing: it ends otherwise.
std::optional<StrideLoop> strideLoopOf(const clang::Stmt& body, const Mentions& mentions,
                                       const clang::ASTContext& context);

/// What stands in front of the loop, which stays as it is, and the loop's body as the work. All that a thread does
/// there follows from the counter, and what it does in a round from that round alone: another thread may take it over.
/// Errors: what stands against that.
Result<KernelHead> readRounds(const Editor& editor, EffectReader& reader, const clang::FunctionDecl& kernel,
                              const StrideLoop& loop, const Mentions& mentions);

}  // namespace warpwright::rewrite
