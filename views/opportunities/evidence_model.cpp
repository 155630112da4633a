#include "views/opportunities/evidence_model.h"

#include <filesystem>

#include "views/shared/code_text.h"

namespace warpwright::views {

void EvidenceModel::setEvidence(std::vector<Evidence> evidence, std::string file) {
  beginResetModel();
  evidence_ = std::move(evidence);
  file_ = std::move(file);
  endResetModel();
}

int EvidenceModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(evidence_.size());
}

int EvidenceModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(columns);
}

QVariant EvidenceModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Evidence& evidence = at(index.row());
  const QString text = QString::fromStdString(evidence.text);
  switch (role) {
    case Qt::DisplayRole: {
      if (index.column() == lineColumn) {
        return evidence.at.line == 0 ? QStringLiteral("–") : QString::number(evidence.at.line);
      }
      if (evidence.at.file.empty() || evidence.at.file == file_) return text;
      return text + QString(" (%1)").arg(
                        QString::fromStdString(std::filesystem::path(evidence.at.file).filename().string()));
    }
    case Qt::ToolTipRole: return plainText(text);
    case Qt::AccessibleTextRole: return tr("Line %1: %2").arg(evidence.at.line).arg(plainText(text));
    case Qt::TextAlignmentRole:
      return int((index.column() == lineColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
  }
}

QVariant EvidenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return int((section == lineColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  return section == lineColumn ? tr("Line") : tr("What happens there");
}

}  // namespace warpwright::views
