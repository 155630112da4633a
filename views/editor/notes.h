#pragma once

#include <QString>

#include "core/finding/marked_loads.h"
#include "core/finding/opportunity.h"

namespace warpwright::views {

/// The note below a code line: glyph and reason, and the estimate as its end. At most 70 characters.
struct InlineNote {
  QString text;
  QString figure;  ///< "Estimate 1.02–1.08×"; empty: none
};
InlineNote inlineNote(const Opportunity& opportunity);

/// The sentence a screen reader says for a finding.
QString spokenFinding(const Opportunity& opportunity);

/// What can be done about a load that a finding marks, with code words in backticks.
QString loadAdvice(const Opportunity& opportunity, const MarkedLoad& load);

/// The rich text of the tool tip: verdict, reason, at most three lines of evidence.
class Theme;
QString findingToolTip(const Opportunity& opportunity, const Theme& theme);

}  // namespace warpwright::views
