#pragma once

#include <QWidget>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/session/records.h"
#include "views/shared/job.h"
#include "views/shared/source_names.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace warpwright::views {

class CellModel;
class CellTable;
class Theme;

/// The dock that finds words in all files of the project, unsaved texts included.
class SearchPanel : public QWidget {
  Q_OBJECT
 public:
  struct Sources {
    std::vector<std::string> files;
    std::map<std::string, std::string> open;  ///< texts in place of those on the disk
    std::string root;                         ///< names are shown relative to it
  };
  SearchPanel(std::function<Sources()> sources, Theme& theme, QWidget* parent = nullptr);

  /// Looks for these words now.
  void find(const QString& words);
  CellTable& table() { return *table_; }
  const std::vector<Mention>& found() const { return found_; }
  QString message() const;

 signals:
  void lineClicked(const std::string& file, quint32 line, quint32 column);
  /// All places of the words are to be replaced; nothing was written.
  void replaceRequested(const warpwright::VariantRecord& replaced, const QString& title);

 private:
  void start();
  void replaceAll();
  std::function<Sources()> sources_;
  QLineEdit *words_, *by_;
  QPushButton* replace_;
  QCheckBox *case_, *whole_;
  QLabel *count_, *empty_;
  CellModel* model_;
  CellTable* table_;
  std::vector<Mention> found_;
  JobSlot job_, replaceJob_;
};

/// What replacing all places makes of the files below `sources.root`; what lies outside of it is left alone, links that
/// lead there too. Reads files off the GUI thread.
std::vector<VariantFile> replacedFiles(const SearchPanel::Sources& sources, const std::string& words,
                                       const std::string& by, bool matchCase, bool wholeWords, std::stop_token stop);

/// Where `name` is defined in these files, likeliest first; at most 50. Reads files off the GUI thread.
std::vector<Mention> findDefinition(const SearchPanel::Sources& sources, const std::string& front,
                                    const std::string& name, uint32_t near, std::stop_token stop);

/// Where `name` stands as a word in the code, the front file first; at most 500 places.
std::vector<Mention> findReferencesOf(const SearchPanel::Sources& sources, const std::string& front,
                                      const std::string& name, std::stop_token stop);

/// What the files define: the text of a mention is the name. At most 20,000.
std::vector<Mention> symbolsOf(const SearchPanel::Sources& sources, std::stop_token stop);

}  // namespace warpwright::views
