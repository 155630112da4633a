#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"

namespace clang {
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// Where a text names something as launches do: a name, perhaps template arguments, and `<<<`.
struct LaunchWord {
  std::string file;
  uint32_t line = 0;
};

/// Those of one name in the texts of the unit, also in what #if leaves out. Found once a unit.
const std::vector<LaunchWord>& launchWordsOf(const Editor& editor, const std::string& name);

/// The statements (kernelStatements) that a search for launches of the kernel has to see, in the order of the walk: all
/// that name it, and of the launches of other kernels those in the lines of its own, or of words that look like one.
std::vector<clang::Stmt*> statementsAbout(const Editor& editor, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
