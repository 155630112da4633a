#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/source_range.h"

namespace warpwright {

/// PTX as compilers write it, an instruction a line. What is given looks into the text.
using PtxLines = std::vector<std::string_view>;

/// A line without what comments say and the predicate before it: "ld.global.f32 %f1, [%rd2];"
std::string_view ptxInstruction(std::string_view line);
/// "ld.global.f32"
std::string_view ptxMnemonic(std::string_view instruction);
/// Is it one of these?
bool isPtxWord(std::string_view word, std::initializer_list<std::string_view> words);
/// Digits at the start of the text; 0: there are none.
uint32_t ptxNumber(std::string_view text);

/// A function of the text: from its head to the line after its last.
struct PtxFunction {
  size_t begin = 0, end = 0;
  bool isKernel = false;  ///< the kernel that was asked for
};
/// The line with the brace that ends the function, or with the semicolon of one that is only declared; the end of the
/// text where there is none. `begin`: of its head. Blocks in it may end at the start of a line.
size_t ptxFunctionEnd(const PtxLines& lines, size_t begin);
/// The first line of the function that control may come to once it has been at `line`, which itself counts: branches
/// lead back. Where one leads is not known, or the function is no kernel, which may be called again, all of it is.
size_t ptxFirstBehind(const PtxLines& lines, const PtxFunction& function, size_t line);
/// The kernel of that mangled name, as Clang or nvcc mangles it, and all functions that are none, which it may call.
std::vector<PtxFunction> ptxFunctions(const PtxLines& lines, const std::string& kernel);

/// Leads it elsewhere, or ends it: "bra", "ret". `root`: the first word of a mnemonic.
bool isPtxBranch(std::string_view root);
/// The basic block of each line of the function, from its head on. 0: the first one.
std::vector<size_t> ptxBlocks(const PtxLines& lines, const PtxFunction& function);

/// `.file 1 "/a/b.cu"`: by number.
std::map<uint32_t, std::string> ptxFiles(const PtxLines& lines);

/// `.loc 1 10 5`: nvcc names the start of the statement. `.loc 1 4 3, function_name …, inlined_at 1 11 3`: in a
/// function that was made part of its caller at another place.
struct PtxLocation {
  SourcePosition at, calledAt;  ///< not valid: none
};
PtxLocation ptxLocation(std::string_view directive, const std::map<uint32_t, std::string>& files);

/// What registers of one function are made from, as far as addresses go.
class PtxAddresses {
 public:
  void note(std::string_view instruction);
  /// The kernel's parameter whose pointer leads to this operand, "[%rd4+8]"; -1: none, or several.
  int parameterOf(std::string_view operand) const;

 private:
  struct Made {
    std::vector<std::string> from;
    int parameter = -1;
    bool isGlobal = false;
  };
  void follow(const std::string& name, bool isPointer, std::set<int>& pointers, std::set<int>& values,
              std::set<std::string>& seen) const;
  std::map<std::string, std::vector<Made>> made_;
};

}  // namespace warpwright
