#pragma once

#include <QAbstractItemModel>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpwright::views {

class Findings;

/// A folder or file found on disk.
struct ProjectEntry {
  std::string name;
  std::filesystem::path path;
  bool isFolder = false;
  bool hasCuda = false;               ///< the file, or one below the folder
  std::vector<ProjectEntry> entries;  ///< folders first, by name
  bool operator==(const ProjectEntry&) const = default;
};

/// What a folder holds, with files that mention CUDA marked. Reads at most `limit` files; skips version control and
/// build folders. Made for a thread of its own.
ProjectEntry readProject(const std::filesystem::path& folder, size_t limit = 20000);
/// The CUDA sources (.cu) below an entry, sorted.
std::vector<std::string> cudaSources(const ProjectEntry& entry);

/// The entry and all folders below it.
std::vector<std::string> foldersOf(const ProjectEntry& entry);

/// Folders, files and, below analysed files, their kernels with the number of applicable findings.
class ProjectModel final : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Role { pathRole = Qt::UserRole, kernelRole, lineRole, countRole, iconRole };

  explicit ProjectModel(const Findings& findings, QObject* parent = nullptr);
  ~ProjectModel() override;

  void setProject(ProjectEntry root);
  /// Shows files without CUDA, too.
  void setAllFiles(bool all);
  bool showsAllFiles() const { return all_; }
  const ProjectEntry& project() const { return project_; }
  QModelIndex indexOf(const std::string& path, const std::string& kernel = {}) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex&) const override { return 1; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  struct Node;
  void rebuild();
  void addKernels(const std::string& unit);
  std::unique_ptr<Node> build(const ProjectEntry& entry, Node* parent) const;
  std::vector<std::unique_ptr<Node>> kernelsOf(const std::string& path, Node* file) const;
  Node* find(Node* from, const std::string& path) const;
  QModelIndex indexFor(const Node* node) const;
  const Node* nodeAt(const QModelIndex& index) const;

  const Findings& findings_;
  ProjectEntry project_;
  std::unique_ptr<Node> root_;
  bool all_ = false;
};

}  // namespace warpwright::views
