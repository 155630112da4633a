#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace warpwright::engine {

/// What a program wants to be done where it ends by quick_exit.
class QuickExit {
 public:
  void add(void (*handler)());
  /// The last first; they may add others.
  void run();

 private:
  std::mutex mutex_;
  std::vector<void (*)()> handlers_;
};

/// What the program printed and the C library has not written yet; it will not be.
std::string takeUnwrittenOutput();

}  // namespace warpwright::engine
