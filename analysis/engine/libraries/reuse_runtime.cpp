#include "analysis/engine/cuda/cuda_runtime.h"
#include "resources/runtime/warpwright_runtime.h"

namespace warpwright::engine {

// A program linked with libwarpwright_runtime.a finds the same functions in the worker.
void addReuseSymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(warpwright_plan_make);
  WARPWRIGHT_SYMBOL(warpwright_plan_free);
  WARPWRIGHT_SYMBOL(warpwright_stop_new);
  WARPWRIGHT_SYMBOL(warpwright_stop_request);
  WARPWRIGHT_SYMBOL(warpwright_stop_free);
#undef WARPWRIGHT_SYMBOL
}

}  // namespace warpwright::engine
