#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <clang/AST/DeclID.h>
#include <clang/Frontend/PrecompiledPreamble.h>
#include <llvm/ADT/IntrusiveRefCntPtr.h>

#include "analysis/frontend/read_record.h"
#include "analysis/frontend/source_files.h"

namespace clang {
class ASTReader;
class CompilerInvocation;
}  // namespace clang

namespace warpwright::frontend {

/// The lines a unit begins with - comments, directives and what they include, headers of the project among it - parsed
/// once. Unlike a prelude it is the unit's own text and holds only while that text, and each file it includes, is what
/// it was.
struct Preamble {
  struct Header {
    std::string file;
    uint64_t text = 0;  ///< hash of what it held
  };
  std::optional<clang::PrecompiledPreamble> compiled;
  std::vector<Header> headers;                   ///< of the project: a time and a size do not tell every edit of them
  std::vector<clang::LocalDeclID> projectDecls;  ///< what they declare, in order; see `declsOf`
  std::shared_ptr<const ReadRecord> reads;       ///< what was looked at; null: not recorded
  bool usable = false;                           ///< false: it has errors, which must be told of each parse anew

  /// The declarations of the project's headers, read from the preamble that `reader` has loaded.
  std::vector<clang::Decl*> declsOf(clang::ASTReader& reader) const;
};

/// Preambles of the files that are open in an editor. One is made where it saves more than a prelude does: where a
/// header of the project stands among the first includes.
class PreambleCache {
 public:
  /// The preamble for the unit's text as the parser sees it, made now if the file is new here or if its first lines
  /// have been the same for two parses; null where there is none. `flagsKey`: everything that decides how Clang is
  /// called. `hasFolders`: `#include <…>` may find headers of the project. `makes`: false: none is made now.
  std::shared_ptr<const Preamble> find(const std::string& flagsKey, bool hasFolders, bool makes,
                                       const std::string& file, const llvm::MemoryBuffer& text,
                                       const clang::CompilerInvocation& invocation, const SourceFiles& files,
                                       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem);
  void forget(const std::shared_ptr<const Preamble>& preamble);

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const Preamble> preamble;
  };
  std::map<std::string, uint64_t> asked_;  ///< hash of the first lines a key was last asked for
  std::list<Entry> entries_;               ///< most recently used first
};

}  // namespace warpwright::frontend
