// REFUSES: macro
#define LOAD a[i]

__global__ void k(const float* a, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = LOAD;
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
