// REFUSES: writes `a` in the same launch
__global__ void k(float* a, float* out) {
  int i = threadIdx.x;
  a[i] = i;
  __syncthreads();
  out[i] = a[i ^ 1];
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
