// REFUSES: writes `count` in the same launch
__global__ void k(int* count, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&count[i & 7], 1);
  out[i] = count[i & 7];
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
