#pragma once

#include <stop_token>

#include "analysis/passes/task_order/captured_model.h"
#include "analysis/passes/task_order/launch_tasks.h"
#include "core/model/memory/touch_trace.h"

namespace warpwright::reuse {

/// The data-affinity graph of a launch out of what its threads touched when it ran: for kernels whose indices nobody
/// can follow. A task for each thread, over the elements that the model says it picks by what it loaded; where the
/// model does not tell (or is null), over all elements that it reads of arrays that the launch does not write. An
/// element is as large as the smallest of those accesses to its array. Errors: nothing of that kind; too many elements;
/// cancelled.
Result<LaunchTasks> tasksOfTrace(const memsim::TouchTrace& trace, const CapturedModel* model, std::stop_token stop);

}  // namespace warpwright::reuse
