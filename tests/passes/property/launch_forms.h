#pragma once

#include <functional>
#include <string>

/// One launch, and the ways in which host code can write it.
struct WrittenLaunch {
  std::string kernel;  ///< with its template arguments: "k3<2>"
  std::string name;    ///< fit for a part of other names: "k3"
  std::string grid;    ///< an expression: "2", "dim3(1, 2)"
  int block[3] = {1, 1, 1};
  int sharedBytes = 0;
  std::string arguments;  ///< that name in, out and mid
};

/// What a launch looks like in the text.
struct LaunchText {
  std::string before;      ///< definitions that come after the kernel's and before the function that launches
  std::string statements;  ///< of that function, which has in, out and mid
};

/// The launch in a form and with a block that `upTo(count)`, a number below `count`, chooses: written directly, through
/// variables, tables, functions, templates, lambdas, classes, the runtime's calls, graphs, streams; the block as
/// numbers or as what control flow makes of them. Needs `Kernel`, the type of a pointer to a kernel. `number`: not that
/// of another launch of the kernel.
LaunchText launchText(const WrittenLaunch& launch, const std::string& number, const std::function<int(int)>& upTo);
