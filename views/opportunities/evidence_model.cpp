#include "views/opportunities/evidence_model.h"

#include <algorithm>
#include <filesystem>

#include "views/shared/code_text.h"
#include "views/shared/message_text.h"

namespace warpwright::views {
namespace {

/// "`tx` if `computed`", with a wide space between.
QString whereText(const Evidence& step) {
  QString text = step.index.empty() ? QString() : "`" + QString::fromStdString(step.index) + "`";
  if (!step.condition.empty()) {
    if (!text.isEmpty()) text += QChar(0x2003);  // an em wide: spaces would be one
    text += EvidenceModel::tr("if `%1`").arg(QString::fromStdString(step.condition));
  }
  return text;
}

}  // namespace

void EvidenceModel::setEvidence(std::vector<Evidence> evidence, std::string file, bool asSentences) {
  beginResetModel();
  evidence_ = std::move(evidence);
  file_ = std::move(file);
  isTable_ = !asSentences && !evidence_.empty() &&
             std::all_of(evidence_.begin(), evidence_.end(), [](const Evidence& step) { return !step.access.empty(); });
  endResetModel();
}

int EvidenceModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(evidence_.size());
}

int EvidenceModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : isTable_ ? 3 : 2;
}

QVariant EvidenceModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Evidence& evidence = at(index.row());
  const QString text = messageText(evidence.text);
  switch (role) {
    case Qt::DisplayRole: {
      if (index.column() == lineColumn) {
        return evidence.at.line == 0 ? QStringLiteral("–") : QString::number(evidence.at.line);
      }
      if (index.column() == whereColumn) return whereText(evidence);
      if (isTable_) return QString::fromStdString(evidence.access);
      if (evidence.at.file.empty() || evidence.at.file == file_) return text;
      return text +
             QString(" (%1)").arg(QString::fromStdString(std::filesystem::path(evidence.at.file).filename().string()));
    }
    case Qt::ToolTipRole:
      return plainText(text);
    case Qt::AccessibleTextRole:
      return tr("Line %1: %2").arg(evidence.at.line).arg(plainText(text));
    case Qt::TextAlignmentRole:
      return int((index.column() == lineColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant EvidenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return int((section == lineColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  if (section == lineColumn) return tr("Line");
  if (section == whereColumn) return tr("Index and condition");
  return isTable_ ? tr("Access") : tr("What happens there");
}

}  // namespace warpwright::views
