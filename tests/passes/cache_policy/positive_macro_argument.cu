// SET: a[i]=cg
#define SQUARE(x) ((x) * (x))

__global__ void k(const float* a, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = SQUARE(i) + SQUARE(2) * (a[i]);
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
