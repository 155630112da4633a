// REFUSES: returns an expression: write it as a statement before `return`
__device__ void fail(int* out, int i) {
  out[i] = -i - 1;
}

__global__ void kernel(const int* in, int* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (in[i] > 500) return fail(out, i);
  out[i] = in[i];
}

void launch(const int* in, int* out) {
  kernel<<<8, 64>>>(in, out);
}
