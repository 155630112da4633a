#pragma once

#include <QString>

#include "core/base/message.h"

namespace warpwright::views {

class Theme;

/// A message of the core in the user's language: its text is translated, what it speaks of is put in. Code words keep
/// their backticks.
QString messageText(const warpwright::Message& message);

/// The same as rich text, code words in the code font.
QString messageHtml(const warpwright::Message& message, const Theme& theme);
/// With the lines it names as links: "line:43", or "place:43:/p/b.cu" for one of another file than `file`.
QString linkedMessageHtml(const warpwright::Message& message, const Theme& theme, const std::string& file);

}  // namespace warpwright::views
