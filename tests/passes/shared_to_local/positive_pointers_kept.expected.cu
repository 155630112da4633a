#define NT 32

struct Point {
  float x, y, z;
};

__device__ float area(Point *a, Point *b) { return a->x * b->y - a->y * b->x; }

__global__ void triangles(const float *in, float *out, const int *edges) {
  Point list[4];
  for (int e = 0; e < 4; ++e) {
    list[e].x = in[threadIdx.x + e];
    list[e].y = in[threadIdx.x + 2 * e];
  }
  Point *corner[2];
  corner[0] = &list[(int)in[0] % 4];
  corner[1] = &list[(int)in[2] % 4];
  out[threadIdx.x] = area(corner[0], corner[1]);
}

int main() {
  static float host[256];
  for (int i = 0; i < 256; ++i) host[i] = (float)(i * 37 % 101);
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemcpy(in, host, 256 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(float));
  triangles<<<1, NT>>>(in, out, nullptr);
  cudaMemcpy(host, out, 256 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
