// REFUSES: it touches no global memory
__constant__ int table[64];
__global__ void read() {
  __shared__ int s[64];
  s[threadIdx.x] = table[threadIdx.x];
}
int main() { read<<<1, 64>>>(); }
