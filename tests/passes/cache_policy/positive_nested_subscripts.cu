// SET: values[columns[i]]=cg columns[i]=cs
__global__ void k(const double* values, const int* columns, double* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = values[columns[i]];
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr, nullptr);
  return 0;
}
