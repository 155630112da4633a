#pragma once

#include <set>
#include <string>
#include <string_view>

namespace warpwright::model {

/// Does the text say a word of those who find functions by their names: `cuModuleGetFunction`, `cudaLibraryGetKernel`,
/// `dlsym`? Comments count, too: there may be one too many.
bool loadsByName(std::string_view text);
/// Does it find kernels whose names are not written in that call: they may be read, or put together, anywhere?
bool loadsAnyName(std::string_view text);
/// The same two of a text in another language; the second with `"` for its quotes.
bool scriptLoadsByName(std::string_view text);
bool scriptLoadsAnyName(std::string_view text);
/// Does it have assembly that may give a function the name of another: `void f() asm("k");`, `asm(".set k, f");`?
/// Instructions are none.
bool maySetNames(std::string_view text);

/// What a text names where linkers look: operands in assembly, `asm("lea k(%rip), %0")`, and what stands for another
/// name by `#pragma redefine_extname f k` or by an attribute, `weakref("k")`.
std::set<std::string> linkerNames(std::string_view text);

/// What stands in quotes and may be the name of a function, or a pattern for one: no blanks, words alone but for what
/// belongs to names of C++, and `%d`.
std::set<std::string> quotedNames(std::string_view text);

/// May one of these be a function's name, as it is written or as compilers write it, alone, put together with others,
/// or with numbers behind or in it?
bool mayName(const std::set<std::string>& quoted, const std::string& function);

}  // namespace warpwright::model
