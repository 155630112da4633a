#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/source_range.h"

namespace llvm {
class Module;
}

namespace warpwright::engine {

/// A place in the host program that calls the CUDA runtime.
struct CallSite {
  std::string function;  ///< "cudaMalloc"
  SourcePosition at;
  bool looksAtAnswer = true;  ///< false: whatever it gives, the program goes on alike
};

/// A function or variable that a host module uses and does not define.
struct ExternalUse {
  std::string symbol;  ///< as the linker sees it
  SourcePosition at;   ///< of the first use with a known place
  bool weak = false;   ///< may stay unresolved
};

/// Called before each atomic or volatile access of the host with its address, where that is asked for.
inline constexpr const char* meantAccessFunction = "warpwright_meant_access";

/// Makes the host module of unit number `unit` ready for the JIT:
/// - before each call of the CUDA runtime, `warpwright_call_site(number)` tells which entry of `sites` follows;
/// - `__cudaRegisterFatBinary` is called with `unit + 1` as its argument, so that the runtime knows whose kernels
/// follow;
/// - external symbols may lie anywhere in the address space.
/// - with `markMeant`, `meantAccessFunction` is called.
void prepareHostModule(llvm::Module& module, unsigned unit, std::vector<CallSite>& sites, bool markMeant);

/// What `module` needs from elsewhere, by symbol.
std::vector<ExternalUse> externalUses(const llvm::Module& module);

/// Symbols that `module` defines for others.
std::vector<std::string> definedSymbols(const llvm::Module& module);

/// "cublasSgemm_v2" or "render(int, float)": the symbol as people write it.
std::string readableSymbol(const std::string& symbol);

}  // namespace warpwright::engine
