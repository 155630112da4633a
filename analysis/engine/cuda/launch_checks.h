#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "analysis/engine/memory/arena.h"

namespace warpwright::engine {

/// What an assumption about a launch is checked against.
struct LaunchFacts {
  std::string kernel;  ///< demangled, without parameters
  std::array<uint32_t, 3> block{};
  std::function<std::vector<std::string>()> parameterNames;   ///< asked only where an assumption names parameters
  std::vector<uint64_t> pointers;                             ///< device addresses among the arguments; 0 for others
  std::vector<std::vector<uint64_t>> nested = {};             ///< device addresses that arguments of several words hold
  std::function<uint64_t(const std::string&)> variable = {};  ///< where a variable of the device is; 0: there is none
  std::vector<uint64_t> textures = {};                        ///< memory that textures are fetched from
};

/// Why the launch breaks an assumption; empty where it holds, is about another kernel, or is not about launches.
/// Understood: "block=256,1,1" (several shapes with `;`) and "disjoint=src,dst" (parameters, "l.src" for what a
/// structure holds, and variables of the device), "untextured=out" (no texture reads it), each also as "KERNEL: CHECK".
/// Which of a structure's pointers is meant is not known: any two of them count.
std::string brokenAssumption(const std::string& assumption, const LaunchFacts& facts, const Arena& arena);

/// True for what `brokenAssumption` can decide.
bool isLaunchAssumption(const std::string& assumption);

/// Types that the pointer parameters of a kernel lead to, from its mangled name: "float" for `const float*`, "" for
/// parameters that are no pointers to scalars. Empty for a name that is not mangled.
std::vector<std::string> pointerElementTypes(const std::string& mangledName);

}  // namespace warpwright::engine
