#include "core/execute/gpu/cupti.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <type_traits>
#include <vector>

namespace warpwright::gpu {
namespace {

namespace fs = std::filesystem;

struct Loaded {
  Cupti library;
  std::string missing;  ///< why there is none
};

/// Toolkits of this machine, the newest first.
std::vector<fs::path> toolkits() {
  std::vector<fs::path> roots;
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    if (const char* root = std::getenv(variable); root && *root) roots.emplace_back(root);
  }
  const size_t named = roots.size();
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("/usr/local", ignored)) {
    if (entry.path().filename().string().starts_with("cuda")) roots.push_back(entry.path());
  }
  std::sort(roots.begin() + static_cast<std::ptrdiff_t>(named), roots.end(), std::greater<>());
  roots.emplace_back("/opt/cuda");
  return roots;
}

void* openLibrary() {
  if (const char* file = std::getenv("WARPWRIGHT_CUPTI"); file && *file) return ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
  constexpr const char* names[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
  for (const char* name : names) {
    if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  }
  for (const fs::path& root : toolkits()) {
    for (const char* folder : {"extras/CUPTI/lib64", "lib64", "lib"}) {
      for (const char* name : names) {
        std::error_code ignored;
        const fs::path file = root / folder / name;
        if (!fs::exists(file, ignored)) continue;
        if (void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
      }
    }
  }
  return nullptr;
}

Loaded loadLibrary() {
  Loaded loaded;
  void* library = openLibrary();
  if (!library) {
    loaded.missing =
        "NVIDIA's profiling library (libcupti.so) was not found. It is part of a CUDA toolkit of version 12 or 13: "
        "install one, or set WARPWRIGHT_CUPTI to the library.";
    return loaded;
  }
  const auto find = [&](auto& call, const char* symbol, bool optional) {
    call = reinterpret_cast<std::remove_reference_t<decltype(call)>>(::dlsym(library, symbol));
    if (!call && !optional && loaded.missing.empty()) {
      loaded.missing =
          std::string("The profiling library of the CUDA toolkit lacks ") + symbol + "; CUDA 12 or 13 is needed.";
    }
  };
#define WARPWRIGHT_CUPTI_FIND(name, optional, parameters) find(loaded.library.name, "cupti" #name, optional);
  WARPWRIGHT_CUPTI_CALLS(WARPWRIGHT_CUPTI_FIND)
#undef WARPWRIGHT_CUPTI_FIND
  Dl_info info{};
  if (::dladdr(reinterpret_cast<void*>(loaded.library.GetVersion), &info) != 0 && info.dli_fname) {
    loaded.library.path = info.dli_fname;
  }
  return loaded;
}

}  // namespace

Result<const Cupti*> Cupti::load() {
  // It cannot be unloaded safely, so it stays; what was found does not change.
  static const Loaded loaded = loadLibrary();
  if (!loaded.missing.empty()) return Error{ErrorKind::worker, loaded.missing, std::nullopt};
  return &loaded.library;
}

std::string Cupti::text(cupti::Code code) const {
  const char* name = nullptr;
  const std::string number = std::to_string(code);
  return GetResultString(code, &name) == 0 && name ? std::string(name) + " (" + number + ")" : "CUPTI error " + number;
}

std::string countersNotPermitted() {
  return "Hardware counters are for administrators only on this machine (ERR_NVGPUCTRPERM). Times, occupancy and the "
         "CPU "
         "engine's counts still serve. To permit them, run as root, or have an administrator set "
         "NVreg_RestrictProfilingToAdminUsers=0 for the nvidia kernel module and load it again.";
}

}  // namespace warpwright::gpu
