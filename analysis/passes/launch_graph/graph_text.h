#pragma once

#include <string>
#include <vector>

#include "analysis/passes/launch_graph/launch_loop.h"
#include "core/finding/opportunity.h"

namespace warpwright::passes {

/// Names that the text of a graph makes, which nothing in the program has.
struct GraphNames {
  std::string stream, graph, launches, done;
};
GraphNames graphNames(const rewrite::Editor& editor);

/// How many rounds one graph may hold: what is tried first leads. Empty: the loop has too few for any.
std::vector<unsigned> roundsOfGraph(const LaunchLoop& loop);

/// Writes in front of the loop a graph of so many of its rounds, captured once, and its launches; the loop itself makes
/// the rounds that are left: all where something fails. Errors: the loop's text has no place for it, or names mean
/// something else there.
Status writeGraph(rewrite::Editor& editor, const LaunchLoop& loop, const clang::FunctionDecl& function,
                  const GraphNames& names, unsigned rounds);

}  // namespace warpwright::passes
