#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/passes/warp_exchange/warp_run.h"
#include "core/base/message.h"

namespace warpwright::passes {

/// A run where a kernel comes to it, by itself or through functions that it calls.
struct FoundRun {
  WarpRun run;
  /// Why not all lanes of a warp may come to it together; empty: they do.
  Message apart;
};

/// What a kernel comes to.
struct RunSearch {
  std::vector<FoundRun> runs;  ///< one found on several ways comes as often
  struct Way {
    const clang::FunctionDecl* function = nullptr;
    const clang::CallExpr* call = nullptr;  ///< null: the kernel itself
  };
  std::vector<Way> ways;  ///< to functions; each run of a function is to be found on each way to it
};

/// Looks through an instance of a kernel that is launched with blocks of one shape.
RunSearch searchRuns(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel,
                     const std::array<uint32_t, 3>& block);

/// A call or other mention of the function in the unit that is on none of the ways, as its line. Empty: there is none.
Message otherUse(const frontend::ParsedUnit& unit, const clang::FunctionDecl& function,
                 const std::vector<RunSearch::Way>& ways);

}  // namespace warpwright::passes
