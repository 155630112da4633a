// REFUSES: there is no __ldcg for `bool`
__global__ void k(const bool* mask, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (mask[i]) out[i] = 1;
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
