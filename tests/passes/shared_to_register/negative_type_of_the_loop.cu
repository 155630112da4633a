// REFUSES: stands in a loop and names `Element`
typedef int Element;

__global__ void kernel(const int *in, int *out) {
  for (int i = 0; i < 2; ++i) {
    typedef long long Element;
    __shared__ Element s[64];
    s[threadIdx.x] = (static_cast<long long>(in[threadIdx.x]) << 33) + i;
    out[threadIdx.x] += static_cast<int>(s[threadIdx.x] >> 32);
  }
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out); }
