// UNKNOWN: may reach it
__global__ void k(const int* a, int** rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rows[i][3] = a[i];
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
