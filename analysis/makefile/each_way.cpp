// Makefiles whose conditionals only a shell can tell.
#include "analysis/makefile/make_reader.h"

namespace warpwright::makefile {

namespace fs = std::filesystem;

Result<std::vector<Makefile>> readMakefileInEachWay(const fs::path& file, const fs::path& root) {
  constexpr size_t mostWays = 16;
  std::vector<Makefile> read;
  std::vector<Expander::Choices> open{{}};
  while (!open.empty()) {
    Expander::Choices choices = std::move(open.back());
    open.pop_back();
    Result<Makefile> made = readMakefile(file, root, choices);
    if (!made.ok()) return made.error();
    const std::string undecided = made->values.undecided();
    if (undecided.empty()) {
      read.push_back(std::move(made).value());
    } else if (read.size() + open.size() + 2 > mostWays) {
      made = readMakefile(file, root);
      if (!made.ok()) return made.error();
      read.clear();
      read.push_back(std::move(made).value());
      return read;
    } else {
      for (const bool answer : {false, true}) {  // the last is read first
        open.push_back(choices);
        open.back()[undecided] = answer;
      }
    }
  }
  return read;
}

}  // namespace warpwright::makefile
