#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/model/kernel_modeler.h"

namespace warpwright::analysis {

/// What stands around a kernel in the files of its unit, as digests that change with it.
struct Surroundings {
  std::string directives;  ///< flags and lines of the preprocessor: text means what they say
  /// All text outside the kernel; above it, what is no blank or comment. Of the body of another kernel in its file only
  /// the names that are said elsewhere, too: what it computes is no matter to this one. All of a body that launches
  /// kernels, or that uses a function or macro of the project where this kernel uses any: what both use may have to be
  /// written for both.
  std::string everything;
};

/// Reads the texts around the kernels of a unit, once for all of them.
class UnitSurroundings {
 public:
  /// All of one unit.
  explicit UnitSurroundings(const std::vector<model::ParsedKernel>& kernels);
  /// `kernel`: its number.
  Surroundings of(size_t kernel) const;

 private:
  using Names = std::set<std::string, std::less<>>;

  /// Whole lines of a file: a kernel's definition, or what stands between two.
  struct Piece {
    bool isKernel = false;
    bool isWhole = false;             ///< its body may matter to others
    bool usesFunctions = false;       ///< or macros, of the project
    std::string raw, plain;           ///< digests of all, and of what is no blank or comment
    std::string named, plainlyNamed;  ///< of a kernel the same, with names in place of its body
  };
  struct File {
    std::string name, raw;
    std::vector<Piece> pieces;
    std::map<std::string, size_t, std::less<>> firstNamed;  ///< the first piece that says a name
  };
  struct Place {
    size_t file = 0, piece = 0;
  };

  std::vector<std::string_view> cutUp(File& file, std::string_view text,
                                      const std::vector<model::ParsedKernel>& kernels);
  static void readPiece(Piece& piece, std::string_view text, const Names& functions,
                        const std::function<bool(const std::string&)>& isShared);

  std::string directives_, flags_;
  std::vector<File> files_;
  std::vector<std::optional<Place>> places_;  ///< of each kernel; nothing: others share its lines
  std::vector<std::string> names_;
  std::vector<uint32_t> lines_;
};

}  // namespace warpwright::analysis
