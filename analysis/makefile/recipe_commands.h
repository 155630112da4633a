#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/makefile/compile_ways.h"
#include "analysis/makefile/expander.h"
#include "analysis/makefile/make_reader.h"

namespace warpwright::makefile {

/// The commands of a recipe that compile, link, or put objects into a library. `automatic`: its automatic variables
/// (see Expander::expandIn). What is the same for all of them (makefile, target) is left open.
std::vector<CompileWay> waysOf(const std::vector<RecipeLine>& recipe,
                               const std::map<std::string, std::string>& automatic, Expander& values);

}  // namespace warpwright::makefile
