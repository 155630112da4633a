// warpwright-remote-agent: runs workers for a Warpwright on another machine. See
// core/execute/place/PROTOCOL.md.
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/execute/place/remote_agent.h"

int main(int count, char** arguments) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (count == 3 && std::strcmp(arguments[1], "--task") == 0) {
    return warpwright::runArrayTask(fs::current_path(ignored),
                                    static_cast<unsigned>(std::strtoul(arguments[2], nullptr, 10)));
  }
  // It lies in CACHE/trees/HASH/bin.
  fs::path cache = fs::read_symlink("/proc/self/exe", ignored);
  for (int i = 0; i < 4; ++i) cache = cache.parent_path();
  return warpwright::runRemoteAgent(cache);
}
