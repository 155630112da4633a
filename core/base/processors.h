#pragma once

#include <cstddef>
#include <functional>

namespace warpwright {

/// Processors on which this process may run, one at least.
unsigned usableProcessors();

/// Does `work(0)` to `work(count - 1)`, on as many threads as may run at a time, each number once, and waits for all of
/// it. Requires: they do not depend on each other, and throw nothing.
void eachOnProcessors(size_t count, const std::function<void(size_t)>& work);

}  // namespace warpwright
