// SET: flags[i]=cg limits[i]=cg
__global__ void k(const int* flags, const int* limits, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (flags[i] != 0 && i < limits[i]) out[i] = 1;
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr, nullptr);
  return 0;
}
