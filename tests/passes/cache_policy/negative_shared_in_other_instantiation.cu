// REFUSES: another instantiation reads no global memory there
template <bool staged>
__global__ void take(const int* from, int* to) {
  __shared__ int stage[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int* at = stage - blockIdx.x * blockDim.x;
  if constexpr (!staged) at = from;
  stage[threadIdx.x] = i;
  to[i] = at[i];
}
int main() {
  take<true><<<4, 64>>>(nullptr, nullptr);
  take<false><<<4, 64>>>(nullptr, nullptr);
}
