// REFUSES: writes `a` in the same launch
__global__ void k(float* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i] * 2.0f;
}

int main() {
  k<<<4, 128>>>(nullptr);
  return 0;
}
