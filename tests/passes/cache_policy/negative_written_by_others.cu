// REFUSES: writes `a` in the same launch
__global__ void k(float* a, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i + 1];
  if (i == 0) a[0] = 1.0f;
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
