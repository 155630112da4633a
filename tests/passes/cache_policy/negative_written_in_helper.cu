// REFUSES: writes `a` in the same launch
__device__ void clear(float* p, int i) { p[i] = 0; }

__global__ void k(float* a, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];
  clear(a, i + 1);
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
