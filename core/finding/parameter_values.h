#pragma once

#include <string>
#include <vector>

#include "core/finding/opportunity.h"
#include "core/finding/rewrite.h"

namespace warpwright {

/// The values that a parameter may have beside these of the others, the default first; a parameter that `values` does
/// not name has its default.
const std::vector<std::string>& offeredValues(const std::vector<Parameter>& parameters, const Parameter& parameter,
                                              const ParameterValues& values);

/// `values` with `name` set to `value`. What was named and does not go with it gives way to the first value that does,
/// or is named no more where none does.
ParameterValues withValue(const std::vector<Parameter>& parameters, ParameterValues values, const std::string& name,
                          const std::string& value);

/// "c_factor: 2, 4, 8 (with dimension y: 2, 4)": the values of a parameter, and which of them go with what another one
/// is, where not all do. `quote` stands around values and names.
std::string valuesText(const Parameter& parameter, const std::string& quote = {});

}  // namespace warpwright
