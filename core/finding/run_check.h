#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/source_range.h"

namespace warpwright {

/// What a run can check of an assumption. As text, which is what the engine is given and what is stored:
/// "block=256,1,1;64,1,1", "disjoint=src,dst", "untextured=out", "subscript=m@348", "inside=m@348".
struct RunCheck {
  enum class Kind : uint8_t {
    none,        ///< a run cannot tell
    block,       ///< each block has one of the shapes `names`: "256,1,1"; "256,_,1": any along y
    disjoint,    ///< no two of the memories `names` overlap
    untextured,  ///< no texture is fetched from the memory in `names`
    subscript,   ///< every subscript of the object in `names` on the line stays in its declared range
    inside,      ///< the access to the object in `names` on the line stays inside of it
  };
  Kind kind = Kind::none;
  std::vector<std::string> names = {};
  SourcePosition at = {};  ///< subscript, inside: the line, in the kernel's file

  bool isNone() const { return kind == Kind::none; }
  /// Is it about what a launch is given, and not about an access?
  bool isOfLaunch() const { return kind == Kind::block || kind == Kind::disjoint || kind == Kind::untextured; }
  bool operator==(const RunCheck&) const = default;
};

/// Empty for none.
std::string toString(const RunCheck& check);
/// None where the text is of another form.
RunCheck runCheckFrom(std::string_view text);

/// A check, of one kernel or, where it names none, of all.
struct KernelCheck {
  std::string kernel;  ///< demangled, without parameters
  RunCheck check;
};
/// "CHECK" or "KERNEL: CHECK".
KernelCheck kernelCheckFrom(std::string_view text);

}  // namespace warpwright
