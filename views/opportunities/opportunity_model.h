#pragma once

#include <QAbstractItemModel>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/finding/opportunity.h"
#include "core/job/program_profile.h"
#include "core/report/time_shares.h"
#include "views/opportunities/measured_finding.h"
#include "views/shared/selection.h"

namespace warpwright::views {

class Findings;

/// The findings as a tree: kernels, below each a row for each thing that findings are about, and below a row the trades
/// about the same array. A thin reading of core values.
class OpportunityModel final : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { titleColumn, lineColumn, estimateColumn, measuredColumn, columns };
  enum Role {
    verdictRole = Qt::UserRole,  ///< int, VerdictKind; on opportunities only
    isKernelRole,                ///< bool
    detailRole,                  ///< QString: the file of a kernel
    sortRole,                    ///< what a column is sorted by
    searchRole,                  ///< title, pass, subject, kernel and file, for the filter
    countRole,                   ///< int: rows of a kernel
    shapeRole,                   ///< QString: the shape before what was measured
    isAlternativeRole,           ///< bool: a trade below the row that speaks for its array
    fileRole,                    ///< QString: the path of the file that a kernel stands in
    unitRole,                    ///< QString: the analysed file that it was found through
    isCountRole,                 ///< bool: the estimate is a count of what goes, and no time
    isOlderRole,                 ///< bool: what was measured holds of an older text
  };

  explicit OpportunityModel(const Findings& findings, QObject* parent = nullptr);

  /// Of its own row; of the row that speaks for it where it is folded away.
  QModelIndex indexOf(const FindingKey& key) const;
  FindingKey keyAt(const QModelIndex& index) const;
  std::string kernelAt(const QModelIndex& index) const;
  /// By id of the opportunity.
  void setMeasured(std::map<std::string, MeasuredFinding> measured);
  /// What the user wrote about findings, by id of the opportunity: their titles have a mark.
  void setNotes(std::map<std::string, QString> notes);
  /// Kernels come in the order of their share of the time from now on. Null: nothing was profiled. `about`: "profile of
  /// descend, H200, 17:40".
  void setProfile(std::shared_ptr<const ProgramProfile> profile, const QString& about);
  bool anyMeasured() const { return !measured_.empty(); }
  /// Is anything said in that column?
  bool anyEstimate() const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 signals:
  /// What columns say of the same rows may be other than before.
  void columnsChanged();

 private:
  struct Item {
    FindingKey key;
    Opportunity opportunity;
    double rank = 0;     ///< see gainRank
    QString count, why;  ///< what goes by the text, where no time is expected; empty: it tells nothing
    std::vector<Item> alternatives;
    std::vector<std::string> folded;  ///< ids that this row speaks for
    bool sameRows(const Item& other) const;
  };
  struct Kernel {
    std::string name, file, unit;
    double rank = 0;  ///< of its best applicable finding
    std::vector<Item> items;
    std::optional<TimeShare> time = {};  ///< of the GPU, where a profile tells it
    bool sameRows(const Kernel& other) const;
  };
  std::vector<Kernel> read() const;
  void rebuild();
  void refreshLines();
  QVariant kernelData(const Kernel& kernel, int column, int role) const;
  QString timeText(const Kernel& kernel) const;
  QVariant findingData(const Kernel& kernel, const Item& item, int column, int role, bool isAlternative) const;
  QString noteOf(const Opportunity& opportunity) const;
  QString shortTitle(const Opportunity& opportunity) const;
  QVariant measuredData(const Item& item, int role) const;
  const Item* itemAt(const QModelIndex& index) const;
  void tellRowsChanged(int column, const QList<int>& roles);

  const Findings& findings_;
  std::shared_ptr<const ProgramProfile> profile_;  // before the kernels, which are read by it
  QString profileAbout_;
  std::vector<Kernel> kernels_;
  std::map<std::string, MeasuredFinding> measured_;
  std::map<std::string, QString> notes_;
};

}  // namespace warpwright::views
