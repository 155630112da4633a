// REFUSES: there is no __ldcg for
enum Kind { first, second };

__global__ void k(const Kind* kinds, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (kinds[i] == second) out[i] = 1;
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
