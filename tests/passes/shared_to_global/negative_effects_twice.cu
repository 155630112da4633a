// REFUSES: line 15 changes something in more than one part of the launch
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int next() {
  static int calls = 0;
  return ++calls;
}

void launch(const int *in, int *out) {
  turned<<<next(), 64>>>(in, out + next());
}

int main() { return 0; }
