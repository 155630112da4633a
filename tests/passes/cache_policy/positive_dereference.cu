// SET: *p=cg *(a+i)=cs
__global__ void k(const int* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int* p = a + i + 1;
  out[i] = *p + *(a + i);
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
