#include "analysis/engine/host/quick_exit.h"

#include <stdio_ext.h>

#include <cstdio>

namespace warpwright::engine {

void QuickExit::add(void (*handler)()) {
  const std::lock_guard lock(mutex_);
  handlers_.push_back(handler);
}

void QuickExit::run() {
  for (;;) {
    void (*handler)() = nullptr;
    {
      const std::lock_guard lock(mutex_);
      if (handlers_.empty()) return;
      handler = handlers_.back();
      handlers_.pop_back();
    }
    handler();
  }
}

std::string takeUnwrittenOutput() {
  // A thread that was stopped in the middle of printing still holds the lock of its stream.
  if (::ftrylockfile(stdout) != 0) return "";
  std::string text(stdout->_IO_write_base, stdout->_IO_write_ptr);
  ::__fpurge(stdout);
  ::funlockfile(stdout);
  return text;
}

}  // namespace warpwright::engine
