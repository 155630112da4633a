#pragma once

#include <map>

namespace clang {
class FunctionDecl;
class QualType;
class Sema;
class SourceManager;
class TemplateArgument;
class TemplateArgumentList;
}  // namespace clang

namespace warpwright::frontend {

struct SourceFiles;

/// Keeps Clang from making bodies that no finding needs: of host functions that templates of the standard library bring
/// in (std::ifstream and the like), which are most of the time of a parse that starts from a precompiled preamble. What
/// may lead back to the project's code (a lambda handed to std::for_each) is made, for it may launch kernels.
class HostInstantiations {
 public:
  explicit HostInstantiations(const SourceFiles& files) : files_(files) {}

  /// Takes them off the list of what is still to be made. To be called after each top-level declaration.
  void drop(clang::Sema& sema);

 private:
  bool isNeeded(const clang::FunctionDecl& function, const clang::SourceManager& sources);
  bool mayLeadToProject(const clang::TemplateArgument& argument, const clang::SourceManager& sources);
  bool mayLeadToProject(const clang::TemplateArgumentList& arguments, const clang::SourceManager& sources);
  bool mayLeadToProject(clang::QualType type, const clang::SourceManager& sources);

  const SourceFiles& files_;
  std::map<const void*, bool> types_;  ///< what is known of them
};

}  // namespace warpwright::frontend
