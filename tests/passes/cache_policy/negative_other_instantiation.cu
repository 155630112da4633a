// REFUSES: `bool`
template <typename T>
__global__ void pick(const T* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] ? 1 : 0;
}

__global__ void k(int*) {}

void both() {
  pick<int><<<4, 128>>>(nullptr, nullptr);
  pick<bool><<<4, 128>>>(nullptr, nullptr);
}

int main() {
  k<<<4, 128>>>(nullptr);
  return 0;
}
