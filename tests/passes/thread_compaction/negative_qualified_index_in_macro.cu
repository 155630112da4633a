// REFUSES: names `::threadIdx`, which a macro needs changed
#define PLACE (blockIdx.x * 64 + ::threadIdx.x)

__global__ void kernel(const int* in, int* out) {
  out[PLACE] = in[PLACE] + 1;
}

void launch(const int* in, int* out) {
  kernel<<<8, 64>>>(in, out);
}
