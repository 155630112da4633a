#include "views/project/project_model.h"

#include <QSet>
#include <algorithm>
#include <fstream>
#include <functional>

#include "core/finding/finding_rows.h"
#include "views/editor/document.h"
#include "views/shared/findings.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

bool isSource(const fs::path& path) {
  static const QSet<QString> endings{".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".inl"};
  return endings.contains(QString::fromStdString(path.extension().string()));
}

bool mentionsCuda(const fs::path& path) {
  if (hasCudaEnding(path)) return true;
  if (!isSource(path)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string text(65536, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  for (const char* word : {"__global__", "__device__", "__shared__", "<<<", "cuda_runtime"}) {
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

bool isSkipped(const std::string& name) {
  return name.starts_with('.') || name == "build" || name == "node_modules" || name == "__pycache__";
}

void fill(ProjectEntry& folder, size_t& left, int depth) {
  if (depth > 24) return;
  std::error_code code;
  for (fs::directory_iterator it(folder.path, fs::directory_options::skip_permission_denied, code), end;
       !code && it != end && left > 0; it.increment(code)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    // A link to a folder may lead back up: such folders are not followed.
    const bool isFolder = it->is_directory(ignored) && !it->is_symlink(ignored);
    if (isFolder ? isSkipped(name) : (name.starts_with('.') || !it->is_regular_file(ignored))) continue;
    --left;
    ProjectEntry entry{name, it->path(), isFolder, false, {}};
    if (isFolder) {
      fill(entry, left, depth + 1);
    } else {
      entry.hasCuda = mentionsCuda(entry.path);
    }
    folder.hasCuda |= entry.hasCuda;
    folder.entries.push_back(std::move(entry));
  }
  std::sort(folder.entries.begin(), folder.entries.end(), [](const ProjectEntry& a, const ProjectEntry& b) {
    return a.isFolder != b.isFolder
               ? a.isFolder
               : QString::fromStdString(a.name).compare(QString::fromStdString(b.name), Qt::CaseInsensitive) < 0;
  });
}

}  // namespace

ProjectEntry readProject(const fs::path& folder, size_t limit) {
  std::error_code ignored;
  const fs::path absolute = fs::weakly_canonical(fs::absolute(folder, ignored), ignored);
  ProjectEntry root{absolute.filename().string(), absolute, true, false, {}};
  fill(root, limit, 0);
  return root;
}

std::vector<std::string> cudaSources(const ProjectEntry& entry) {
  std::vector<std::string> sources;
  if (!entry.isFolder && entry.path.extension() == ".cu") sources.push_back(entry.path.string());
  for (const ProjectEntry& below : entry.entries) {
    for (std::string& path : cudaSources(below)) sources.push_back(std::move(path));
  }
  return sources;
}

std::vector<std::string> foldersOf(const ProjectEntry& entry) {
  std::vector<std::string> folders;
  if (entry.isFolder && !entry.path.empty()) folders.push_back(entry.path.string());
  for (const ProjectEntry& below : entry.entries) {
    for (std::string& path : foldersOf(below)) folders.push_back(std::move(path));
  }
  return folders;
}

struct ProjectModel::Node {
  enum class Kind { folder, file, kernel } kind = Kind::folder;
  std::string name, path, kernel;
  uint32_t line = 0;
  int applicable = 0;
  bool hasCuda = true;
  Node* parent = nullptr;
  std::vector<std::unique_ptr<Node>> children;
};

ProjectModel::ProjectModel(const Findings& findings, QObject* parent)
    : QAbstractItemModel(parent), findings_(findings) {
  rebuild();
  connect(&findings, &Findings::changed, this, &ProjectModel::addKernels);
}

ProjectModel::~ProjectModel() = default;

void ProjectModel::setProject(ProjectEntry root) {
  project_ = std::move(root);
  rebuild();
}

void ProjectModel::setAllFiles(bool all) {
  all_ = all;
  rebuild();
}

void ProjectModel::rebuild() {
  beginResetModel();
  root_ = std::make_unique<Node>();
  if (!project_.path.empty()) root_->children.push_back(build(project_, root_.get()));
  endResetModel();
}

std::unique_ptr<ProjectModel::Node> ProjectModel::build(const ProjectEntry& entry, Node* parent) const {
  auto node = std::make_unique<Node>();
  node->kind = entry.isFolder ? Node::Kind::folder : Node::Kind::file;
  node->name = entry.name;
  node->path = entry.path.string();
  node->hasCuda = entry.hasCuda;
  node->parent = parent;
  for (const ProjectEntry& below : entry.entries) {
    if (all_ || below.hasCuda) node->children.push_back(build(below, node.get()));
  }
  if (!entry.isFolder) node->children = kernelsOf(node->path, node.get());
  return node;
}

std::vector<std::unique_ptr<ProjectModel::Node>> ProjectModel::kernelsOf(const std::string& path, Node* file) const {
  std::vector<std::unique_ptr<Node>> kernels;
  for (const auto& [unit, summary] : findings_.allKernels()) {
    if ((summary->definition.begin.file.empty() ? unit : summary->definition.begin.file) != path) continue;
    auto node = std::make_unique<Node>();
    node->kind = Node::Kind::kernel;
    node->name = node->kernel = summary->name;
    node->path = path;
    node->line = summary->nameAt.isValid() ? summary->nameAt.line : summary->definition.begin.line;
    node->parent = file;
    for (const FindingRow& row : foldFindings(summary->opportunities, findings_.passes())) {
      node->applicable += summary->opportunities[row.leading].verdict == VerdictKind::applicable;
    }
    kernels.push_back(std::move(node));
  }
  std::stable_sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) { return a->line < b->line; });
  return kernels;
}

void ProjectModel::addKernels(const std::string&) {
  // Kernels may stand in headers of the unit: every shown file is looked at, only those that differ change.
  const std::function<void(Node*)> visit = [&](Node* node) {
    if (node->kind == Node::Kind::file) {
      auto now = kernelsOf(node->path, node);
      const bool same = std::equal(now.begin(), now.end(), node->children.begin(), node->children.end(),
                                   [](const auto& a, const auto& b) { return a->name == b->name; });
      const QModelIndex at = indexFor(node);
      if (same) {
        // In place: views hold indexes that point to these nodes.
        for (size_t i = 0; i < now.size(); ++i) {
          node->children[i]->line = now[i]->line;
          node->children[i]->applicable = now[i]->applicable;
        }
        if (!node->children.empty()) emit dataChanged(index(0, 0, at), index(rowCount(at) - 1, 0, at));
        return;
      }
      if (!node->children.empty()) {
        beginRemoveRows(at, 0, static_cast<int>(node->children.size()) - 1);
        node->children.clear();
        endRemoveRows();
      }
      if (!now.empty()) {
        beginInsertRows(at, 0, static_cast<int>(now.size()) - 1);
        node->children = std::move(now);
        endInsertRows();
      }
      return;
    }
    for (const auto& child : node->children) visit(child.get());
  };
  visit(root_.get());
}

ProjectModel::Node* ProjectModel::find(Node* from, const std::string& path) const {
  if (from->path == path && from->kind != Node::Kind::kernel) return from;
  for (const auto& child : from->children) {
    if (Node* found = find(child.get(), path)) return found;
  }
  return nullptr;
}

QModelIndex ProjectModel::indexFor(const Node* node) const {
  if (!node || node == root_.get()) return {};
  const auto& siblings = node->parent->children;
  const auto at = std::find_if(siblings.begin(), siblings.end(), [&](const auto& n) { return n.get() == node; });
  return createIndex(static_cast<int>(at - siblings.begin()), 0, node);
}

QModelIndex ProjectModel::indexOf(const std::string& path, const std::string& kernel) const {
  if (path.empty()) return {};
  const Node* file = find(root_.get(), path);
  if (!file) return {};
  for (const auto& child : file->children) {
    if (!kernel.empty() && child->kernel == kernel) return indexFor(child.get());
  }
  return indexFor(file);
}

const ProjectModel::Node* ProjectModel::nodeAt(const QModelIndex& index) const {
  return index.isValid() ? static_cast<const Node*>(index.constInternalPointer()) : root_.get();
}

QModelIndex ProjectModel::index(int row, int column, const QModelIndex& parent) const {
  if (column != 0 || row < 0 || row >= rowCount(parent)) return {};
  return createIndex(row, 0, nodeAt(parent)->children[static_cast<size_t>(row)].get());
}

QModelIndex ProjectModel::parent(const QModelIndex& index) const {
  return index.isValid() ? indexFor(nodeAt(index)->parent) : QModelIndex();
}

int ProjectModel::rowCount(const QModelIndex& parent) const {
  return static_cast<int>(nodeAt(parent)->children.size());
}

QVariant ProjectModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Node& node = *nodeAt(index);
  const QString name = QString::fromStdString(node.name);
  switch (role) {
    case Qt::DisplayRole:
      return name;
    case Qt::ToolTipRole:
    case pathRole:
      return QString::fromStdString(node.path);
    case kernelRole:
      return QString::fromStdString(node.kernel);
    case lineRole:
      return node.line;
    case countRole:
      return node.applicable;
    case iconRole:
      return node.kind == Node::Kind::folder ? "folder" : node.kind == Node::Kind::file ? "file" : "kernel";
    case Qt::AccessibleTextRole:
      if (node.kind == Node::Kind::folder) return tr("Folder %1").arg(name);
      if (node.kind == Node::Kind::file) return tr("File %1").arg(name);
      return tr("Kernel %1, %n applicable findings", nullptr, node.applicable).arg(name);
    default:
      return {};
  }
}

}  // namespace warpwright::views
