// SET: a[i]=cg
template <typename T>
__global__ void scale(const T* a, T* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] * T(2);
}

__global__ void k(int*) {}

void both() {
  scale<float><<<4, 128>>>(nullptr, nullptr);
  scale<double><<<4, 128>>>(nullptr, nullptr);
}

int main() {
  k<<<4, 128>>>(nullptr);
  return 0;
}
