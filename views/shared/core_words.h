#pragma once

#include <QString>
#include <cstdint>
#include <string>

namespace warpwright::views {

/// "1 line", "7,000 lines": the one that fits, with the number as people write it in place of its %1.
QString counted(uint64_t number, const QString& one, const QString& many);

/// Names and short sentences of the core (units, metrics, conditions), in the language of the window; what is not known
/// stays as it is. Parts between " · " are each looked up for themselves.
QString coreWords(const std::string& words);

}  // namespace warpwright::views
