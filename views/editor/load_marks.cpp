#include "views/editor/load_marks.h"

#include <QStringList>
#include <algorithm>

#include "core/base/message.h"
#include "views/editor/code_view.h"
#include "views/shared/code_text.h"
#include "views/shared/message_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

using Kind = MarkedLoad::Kind;

/// Heavier ones cover lighter ones where both stand in one line.
struct Look {
  const char *icon, *token, *glyph;
};
constexpr Look looks[LoadMarks::kinds] = {{"read-alike", "fourth", "⇉"},
                                          {"bypass-candidate", "refused", "⬚"},
                                          {"cached", "refused", "▭"},
                                          {"bypassed", "refused", "↷"}};

int numberOf(const EditorLoad& load) {
  return static_cast<int>(load.load.kind);
}

QString glyphOf(const EditorLoad& load) {
  return QString::fromUtf8(looks[numberOf(load)].glyph);
}

/// The expression as it is written: without the number that tells it from others of the same text.
QString nameOf(const EditorLoad& load) {
  return QString::fromStdString(load.load.name.substr(0, load.load.name.find('#')));
}

QString cut(const QString& text, int length) {
  return text.size() <= length ? text : text.left(length - 1) + QStringLiteral("…");
}

/// From where to where in `line` the letters of `name` stand, blanks aside, as near to `near` as can be; nothing where
/// they do not.
std::optional<std::pair<int, int>> placeOf(const QByteArray& name, const QByteArray& line, int near) {
  const auto matchAt = [&](int begin) {
    int letter = 0, i = begin;
    for (; i < line.size() && letter < name.size(); ++i) {
      if (line[i] == ' ') continue;
      if (line[i] != name[letter]) return -1;
      ++letter;
    }
    return letter == name.size() ? i : -1;
  };
  for (int begin = std::min<int>(near, static_cast<int>(line.size()) - 1); begin >= 0; --begin) {
    if (line[begin] == ' ') continue;
    if (const int end = matchAt(begin); end > near) return std::pair(begin, end);
  }
  return std::nullopt;
}

}  // namespace

LoadMarks::LoadMarks(CodeView& view, Theme& theme, Numbers numbers) : view_(view), theme_(theme), numbers_(numbers) {
  const QsciScintilla::IndicatorStyle styles[kinds] = {QsciScintilla::DotsIndicator, QsciScintilla::DotBoxIndicator,
                                                       QsciScintilla::PlainIndicator, QsciScintilla::BoxIndicator};
  for (int i = 0; i < kinds; ++i) view_.indicatorDefine(styles[i], numbers_.firstIndicator + i);
  const auto box = static_cast<unsigned long>(numbers_.firstIndicator + static_cast<int>(Kind::candidate));
  view_.SendScintilla(QsciScintilla::SCI_INDICSETALPHA, box, 0L);
  view_.SendScintilla(QsciScintilla::SCI_INDICSETOUTLINEALPHA, box, 255L);
  view_.setMarginType(numbers_.margin, QsciScintilla::SymbolMargin);
  view_.setMarginWidth(numbers_.margin, 18);
  view_.setMarginSensitivity(numbers_.margin, true);
  view_.setMarginMarkerMask(numbers_.margin, ((1 << kinds) - 1) << numbers_.firstMarker);
}

void LoadMarks::restyle() {
  const double ratio = view_.devicePixelRatioF();
  for (int i = 0; i < kinds; ++i) {
    const QColor color = theme_.color(looks[i].token);
    view_.markerDefine(theme_.draw(looks[i].icon, 12, ratio, color).toImage(), numbers_.firstMarker + i);
    view_.setIndicatorForegroundColor(color, numbers_.firstIndicator + i);
  }
  view_.SendScintilla(QsciScintilla::SCI_SETMARGINTYPEN, static_cast<unsigned long>(numbers_.margin),
                      static_cast<long>(QsciScintilla::SC_MARGIN_COLOUR));
  view_.setMarginBackgroundColor(numbers_.margin, theme_.color("raised"));
}

void LoadMarks::show(std::vector<EditorLoad> loads) {
  loads_ = std::move(loads);
  std::stable_sort(loads_.begin(), loads_.end(),
                   [](const EditorLoad& a, const EditorLoad& b) { return a.load.at < b.load.at; });
  for (int i = 0; i < kinds; ++i) {
    view_.markerDeleteAll(numbers_.firstMarker + i);
    view_.clearIndicator(numbers_.firstIndicator + i);
  }
  // One sign a line: what is decided, then what can be, then what is read alike.
  std::map<uint32_t, int> signs;
  for (const EditorLoad& load : loads_) {
    if (load.load.at.line == 0) continue;
    int& sign = signs.try_emplace(load.load.at.line, numberOf(load)).first->second;
    sign = std::max(sign, numberOf(load));
    underline(load);
  }
  for (const auto& [line, sign] : signs) view_.markerAdd(static_cast<int>(line) - 1, numbers_.firstMarker + sign);
}

void LoadMarks::underline(const EditorLoad& load) {
  const SourcePosition& at = load.load.at;
  const int start = view_.positionAt(at.line, 1);
  const QByteArray line = view_.text(static_cast<int>(at.line) - 1).toUtf8();
  const auto place = placeOf(nameOf(load).remove(' ').toUtf8(), line, static_cast<int>(at.column) - 1);
  if (place)
    view_.setIndicatorRange(numbers_.firstIndicator + numberOf(load), start + place->first, start + place->second);
}

void LoadMarks::move(uint32_t first, int delta) {
  for (EditorLoad& load : loads_) {
    uint32_t& line = load.load.at.line;
    if (line >= first) line = static_cast<uint32_t>(std::max<int64_t>(first, int64_t{line} + delta));
  }
}

std::vector<const EditorLoad*> LoadMarks::at(uint32_t line) const {
  std::vector<const EditorLoad*> found;
  for (const EditorLoad& load : loads_) {
    if (load.load.at.line == line) found.push_back(&load);
  }
  return found;
}

std::map<uint32_t, QString> LoadMarks::notes() const {
  std::map<uint32_t, std::vector<const EditorLoad*>> lines;
  for (const EditorLoad& load : loads_) lines[load.load.at.line].push_back(&load);
  std::map<uint32_t, QString> notes;
  for (const auto& [line, loads] : lines) {
    if (line != 0) notes[line] = noteOf(loads);
  }
  return notes;
}

QString LoadMarks::noteOf(const std::vector<const EditorLoad*>& loads) const {
  constexpr int length = 78;
  if (loads.size() == 1) {
    const EditorLoad& load = *loads.front();
    const QString name = nameOf(load);
    switch (load.load.kind) {
      case Kind::readAlike: {
        const QString sentence = plainText(messageText(load.load.text)).section(';', 0, 0);
        return glyphOf(load) + ' ' + cut(sentence.size() > length ? sentence.section(": ", 0, 0) : sentence, length);
      }
      case Kind::candidate:
        return glyphOf(load) + ' ' +
               cut(QObject::tr("%1: no reuse seen in the block; may bypass L1, a run decides").arg(name), length);
      case Kind::cached:
        return glyphOf(load) + ' ' + cut(QObject::tr("%1: stays in L1, by the computed graph").arg(name), length);
      case Kind::bypassed:
        return glyphOf(load) + ' ' + cut(QObject::tr("%1: bypasses L1, by the computed graph").arg(name), length);
    }
  }
  QStringList parts;
  const auto list = [&](Kind kind, const QString& words) {
    QStringList names;
    QString glyph;
    for (const EditorLoad* load : loads) {
      if (load->load.kind != kind) continue;
      glyph = glyphOf(*load);
      const QString axis = QString::fromStdString(load->load.axis);
      const QString name = axis.isEmpty() ? nameOf(*load) : QObject::tr("%1 along %2").arg(nameOf(*load), axis);
      if (!names.contains(name)) names << name;
    }
    if (!names.isEmpty()) parts << glyph + ' ' + words.arg(names.join(QStringLiteral(", ")));
  };
  list(Kind::readAlike, QObject::tr("read alike by other threads: %1"));
  list(Kind::candidate, QObject::tr("may bypass L1: %1"));
  list(Kind::bypassed, QObject::tr("bypass L1: %1"));
  list(Kind::cached, QObject::tr("stay in L1: %1"));
  return cut(parts.join(QStringLiteral("  ")), length);
}

QString LoadMarks::toolTip(uint32_t line) const {
  QString html;
  QStringList said;
  for (const EditorLoad* load : at(line)) {
    const QString color = theme_.color(looks[numberOf(*load)].token).name();
    const QString text = load->load.kind == Kind::readAlike
                             ? messageHtml(load->load.text, theme_)
                             : codeHtml(noteOf({load}).mid(2), theme_) + ". " + messageHtml(load->load.text, theme_);
    html += QString("<p><b style=\"color:%1\">%2</b> %3.%4</p>")
                .arg(color, glyphOf(*load), text, load->cost.isEmpty() ? QString() : " <b>" + load->cost + "</b>");
    if (!load->advice.isEmpty() && !said.contains(load->advice)) said << load->advice;
  }
  for (const QString& advice : said) html += "<p>" + codeHtml(advice, theme_) + "</p>";
  return html;
}

}  // namespace warpwright::views
