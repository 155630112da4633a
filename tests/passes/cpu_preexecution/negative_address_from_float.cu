// UNKNOWN: is left out
__device__ float table[1024];
__global__ void sample(float x, float y) {
  float place = x * threadIdx.x + y;
  table[(int)place] = 1;
}
int main() { sample<<<1, 32>>>(1.5f, 2.0f); }
