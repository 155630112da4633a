#pragma once

#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "core/session/run_record.h"
#include "core/session/session.h"

namespace warpwright::cli {

/// How a command read the program, for others that are to read it alike.
struct ReadingOptions {
  std::vector<std::string> options;  ///< "--cuda", "none"
  std::vector<std::string> flags;    ///< of the compiler
};

/// Keeps in a session how it was made: the command and where it ran, for whoever wants to do it again, and the versions
/// of Warpwright and of what it is made of. Errors: those of the session.
Status keepOrigin(Session& session, const Invocation& invocation, const ReadingOptions& reading);

/// Keeps a run in the session of that name, which is begun where there is none; a variant that was compared with it,
/// with what became of its findings. Errors: those of the session.
Status keepRun(const std::string& file, const RunRecord& run, const VariantRecord* variant,
               const Invocation& invocation, const ReadingOptions& reading);

/// A variant that was compared, and what is now known of its findings. Errors: those of the session.
Status keepVariant(Session& session, const VariantRecord& variant);

}  // namespace warpwright::cli
