#pragma once

#include <QObject>
#include <string>

namespace warpwright::views {

/// Which finding is meant: the analysed file and the opportunity's id. Two files may hold the same kernel.
struct FindingKey {
  std::string unit;
  std::string id;

  bool isValid() const { return !id.empty(); }
  auto operator<=>(const FindingKey&) const = default;
};

/// The one selection that editor, docks and previews share. A click anywhere moves all of them.
class Selection : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  const std::string& file() const { return file_; }      ///< the file in front, absolute; empty: none
  const std::string& kernel() const { return kernel_; }  ///< its selected kernel; empty: none
  const FindingKey& finding() const { return finding_; }

  void setFile(const std::string& file);
  void setKernel(const std::string& kernel);
  void setFinding(const FindingKey& key, const std::string& kernel);

 signals:
  void fileChanged();
  void kernelChanged();
  void findingChanged();

 private:
  std::string file_, kernel_;
  FindingKey finding_;
};

}  // namespace warpwright::views
