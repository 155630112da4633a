#pragma once

#include "app/capture/answer_file.h"
#include "core/execute/gpu/cupti.h"

namespace warpwright::capture {

/// Times every kernel, copy and fill of the program by CUPTI's activity records, which the GPU writes: the program is
/// not slowed by calls, and its kernels run as they would. One a process, since CUPTI's callbacks carry nothing of
/// ours. Errors: CUPTI's.
Status startActivityTrace(const gpu::Cupti& cupti);
/// At the end of the program: collects what is left and sends the profile.
void reportActivity(const gpu::Cupti& cupti, const AnswerFile& answer);

}  // namespace warpwright::capture
