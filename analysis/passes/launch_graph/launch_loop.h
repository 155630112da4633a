#pragma once

#include <clang/Basic/SourceLocation.h>

#include <string>
#include <vector>

#include "analysis/passes/launch_graph/loop_header.h"
#include "analysis/rewrite/edit/text_copy.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::passes {

/// A loop of host code whose rounds launch the same kernels with the same arguments.
struct LaunchLoop {
  clang::SourceLocation at;  ///< of its `for`
  LoopHeader header;
  rewrite::TextRange whole;  ///< from `for` to the end of its body
  rewrite::TextRange body;   ///< what stands between its braces, or its one statement
  bool hasBraces = true;
  std::vector<rewrite::Word> words;                 ///< make of the body's text what is captured
  std::string stream;                               ///< that it launches in: "0", or an expression
  unsigned launches = 0;                            ///< of a round, as they are written
  unsigned period = 1;                              ///< rounds after which all values come again
  std::string wait;                                 ///< a call that its rounds wait by; empty: they do not wait
  bool waitsForDevice = false;                      ///< that call waits for all streams
  std::vector<const clang::FunctionDecl*> kernels;  ///< each once
};

/// Reads a loop of `function`. `stream`: the name of the stream that is captured. Errors: a graph cannot take its
/// place; the rest of a sentence about the loop.
Result<LaunchLoop> readLaunchLoop(const rewrite::Editor& editor, const clang::FunctionDecl& function,
                                  const clang::ForStmt& loop, const std::string& stream);

}  // namespace warpwright::passes
