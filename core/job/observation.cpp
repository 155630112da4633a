#include "core/job/observation.h"

#include "core/base/json_fields.h"

namespace warpwright {

void addObservation(std::vector<ObservedKernel>& kernels, Observation observation) {
  if (observation.launch && observation.kernel == kernels.size()) {
    kernels.push_back({observation.launch->kernel, observation.definedAt, {}, 0});
  }
  if (observation.kernel >= kernels.size()) return;
  ObservedKernel& kernel = kernels[observation.kernel];
  if (!observation.number) {
    ++kernel.others;
  } else if (*observation.number < kernel.launches.size()) {
    ++kernel.launches[*observation.number].count;
  } else if (observation.launch && *observation.number == kernel.launches.size()) {
    kernel.launches.push_back(*std::move(observation.launch));
  }
}

void fieldsOf(auto& fields, Of<Observation> auto& observation) {
  fields("of", observation.kernel);
  fields.sparse("number", observation.number);
  fields.sparse("launch", observation.launch);
  fields.sparse("defined_at", observation.definedAt);
}

WARPWRIGHT_JSON_BY_FIELDS(Observation)

}  // namespace warpwright
