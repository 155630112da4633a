// UNKNOWN: Not every launch is known
__constant__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = table[in[i] & 255];
}

void start(void (*kernel)(const unsigned *, unsigned *, int));
void launch() {
  start(lookUp);
}
