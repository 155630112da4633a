// REFUSES: writes `a` in the same launch
__global__ void k(float* a, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += 1.0f;
  out[i] = a[i];
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
