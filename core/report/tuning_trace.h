#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/report/report_input.h"

namespace warpwright {

/// The tunings of a session in the Trace Event Format, which Perfetto and chrome://tracing open: a process a kernel, a
/// slice a judged variant with what is known of it, and a counter of the best so far. A session keeps times in seconds;
/// variants of one second share it.
nlohmann::json tuningTrace(const ReportInput& input);

}  // namespace warpwright
