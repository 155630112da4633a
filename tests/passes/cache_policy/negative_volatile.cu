// REFUSES: volatile
__global__ void k(const volatile int* flag, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = flag[0];
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
