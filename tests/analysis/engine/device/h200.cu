// Kernels of the shapes whose counters an H200 gave (h200_counters.csv), written for this test.

// The cheapest way down a wall, row by row in shared memory; blocks overlap by what the rows eat up.
constexpr int wide = 256;
template <bool inRegister>
__device__ void findCheapestWay(int rows, const int* wall, const int* from, int* to, int columns, int border) {
  __shared__ int above[wide], below[inRegister ? 1 : wide];
  const int x = threadIdx.x, first = (wide - 2 * rows) * static_cast<int>(blockIdx.x) - border, column = first + x;
  const int left = first < 0 ? -first : 0, right = first + wide > columns ? columns - 1 - first : wide - 1;
  const int west = x - 1 < left ? left : x - 1, east = x + 1 > right ? right : x + 1;
  const bool inside = x >= left && x <= right;
  int own = 0;
  if (column >= 0 && column < columns) above[x] = from[column];
  __syncthreads();
  bool computed = false;
  for (int row = 0; row < rows; ++row) {
    computed = x >= row + 1 && x <= wide - row - 2 && inside;
    if (computed) {
      const int a = above[west], b = above[x], c = above[east];
      const int ab = a < b ? a : b;
      const int cost = (ab < c ? ab : c) + wall[columns * row + column];
      if (inRegister) own = cost;
      else below[x] = cost;
    }
    __syncthreads();
    if (row == rows - 1) break;
    if (computed) above[x] = inRegister ? own : below[x];
    __syncthreads();
  }
  if (computed) to[column] = inRegister ? own : below[x];
}
__global__ void cheapestWay(int rows, const int* wall, const int* from, int* to, int columns, int border) {
  findCheapestWay<false>(rows, wall, from, to, columns, border);
}
__global__ void cheapestWayInRegister(int rows, const int* wall, const int* from, int* to, int columns, int border) {
  findCheapestWay<true>(rows, wall, from, to, columns, border);
}

// Heat that spreads on a plate, several steps a launch.
constexpr int side = 16;
__global__ void spreadHeat(int steps, const float* power, const float* from, float* to, int n, int border, float rate) {
  __shared__ float heat[side][side], source[side][side], next[side][side];
  const int x = threadIdx.x, y = threadIdx.y;
  const int firstX = (side - 2 * steps) * static_cast<int>(blockIdx.x) - border;
  const int firstY = (side - 2 * steps) * static_cast<int>(blockIdx.y) - border;
  const int column = firstX + x, row = firstY + y, place = n * row + column;
  if (row >= 0 && row < n && column >= 0 && column < n) {
    heat[y][x] = from[place];
    source[y][x] = power[place];
  }
  __syncthreads();
  const int top = firstY < 0 ? -firstY : 0, bottom = firstY + side > n ? n - 1 - firstY : side - 1;
  const int left = firstX < 0 ? -firstX : 0, right = firstX + side > n ? n - 1 - firstX : side - 1;
  const int north = y - 1 < top ? top : y - 1, south = y + 1 > bottom ? bottom : y + 1;
  const int west = x - 1 < left ? left : x - 1, east = x + 1 > right ? right : x + 1;
  bool computed = false;
  for (int step = 0; step < steps; ++step) {
    computed = false;
    if (x >= step + 1 && x <= side - step - 2 && y >= step + 1 && y <= side - step - 2 && x >= left && x <= right &&
        y >= top && y <= bottom) {
      computed = true;
      next[y][x] = heat[y][x] + rate * (source[y][x] + heat[south][x] + heat[north][x] + heat[y][east] + heat[y][west] -
                                        4 * heat[y][x]);
    }
    __syncthreads();
    if (step == steps - 1) break;
    if (computed) heat[y][x] = next[y][x];
    __syncthreads();
  }
  if (computed) to[place] = next[y][x];
}

// Differences to four neighbours, each side of a block in an array of its own; nine ways through a block.
__global__ void differences(float* de, float* dw, float* dn, float* ds, const float* image, int n) {
  __shared__ float middle[side][side], above[side][side], below[side][side], before[side][side], behind[side][side];
  const int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
  const int corner = n * side * by + side * bx, place = corner + n * y + x;
  above[y][x] = image[corner + x - n];
  below[y][x] = image[corner + n * side + x];
  if (by == 0) above[y][x] = image[side * bx + x];
  else if (by == gridDim.y - 1) below[y][x] = image[corner + n * (side - 1) + x];
  __syncthreads();
  before[y][x] = image[corner + n * y - 1];
  behind[y][x] = image[corner + n * y + side];
  if (bx == 0) before[y][x] = image[n * side * by + n * y];
  else if (bx == gridDim.x - 1) behind[y][x] = image[corner + n * y + side - 1];
  __syncthreads();
  middle[y][x] = image[place];
  __syncthreads();
  const float own = middle[y][x];
  float north, south, west, east;
  if (y == 0 && x == 0) {
    north = above[y][x] - own;
    south = middle[y + 1][x] - own;
    west = before[y][x] - own;
    east = middle[y][x + 1] - own;
  } else if (y == 0 && x == side - 1) {
    north = above[y][x] - own;
    south = middle[y + 1][x] - own;
    west = middle[y][x - 1] - own;
    east = behind[y][x] - own;
  } else if (y == side - 1 && x == side - 1) {
    north = middle[y - 1][x] - own;
    south = below[y][x] - own;
    west = middle[y][x - 1] - own;
    east = behind[y][x] - own;
  } else if (y == side - 1 && x == 0) {
    north = middle[y - 1][x] - own;
    south = below[y][x] - own;
    west = before[y][x] - own;
    east = middle[y][x + 1] - own;
  } else if (y == 0) {
    north = above[y][x] - own;
    south = middle[y + 1][x] - own;
    west = middle[y][x - 1] - own;
    east = middle[y][x + 1] - own;
  } else if (x == side - 1) {
    north = middle[y - 1][x] - own;
    south = middle[y + 1][x] - own;
    west = middle[y][x - 1] - own;
    east = behind[y][x] - own;
  } else if (y == side - 1) {
    north = middle[y - 1][x] - own;
    south = below[y][x] - own;
    west = middle[y][x - 1] - own;
    east = middle[y][x + 1] - own;
  } else if (x == 0) {
    north = middle[y - 1][x] - own;
    south = middle[y + 1][x] - own;
    west = before[y][x] - own;
    east = middle[y][x + 1] - own;
  } else {
    north = middle[y - 1][x] - own;
    south = middle[y + 1][x] - own;
    west = middle[y][x - 1] - own;
    east = middle[y][x + 1] - own;
  }
  de[place] = east;
  dw[place] = west;
  ds[place] = south;
  dn[place] = north;
}

// A step with those differences. What is stored and then stored again under a condition is one store.
__global__ void update(const float* de, const float* dw, const float* dn, const float* ds, float* image,
                       const float* weight, int n, float rate) {
  __shared__ float old[side][side], below[side][side], behind[side][side], own[side][side], result[side][side];
  const int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
  const int corner = n * side * by + side * bx, place = corner + n * y + x;
  old[y][x] = image[place];
  __syncthreads();
  below[y][x] = weight[corner + n * side + x];
  if (by == gridDim.y - 1) below[y][x] = weight[corner + n * (side - 1) + x];
  __syncthreads();
  behind[y][x] = weight[corner + n * y + side];
  if (bx == gridDim.x - 1) behind[y][x] = weight[corner + n * y + side - 1];
  __syncthreads();
  own[y][x] = weight[place];
  __syncthreads();
  const float c = own[y][x];
  float south, east;
  if (y == side - 1 && x == side - 1) {
    south = below[y][x];
    east = behind[y][x];
  } else if (x == side - 1) {
    south = own[y + 1][x];
    east = behind[y][x];
  } else if (y == side - 1) {
    south = below[y][x];
    east = own[y][x + 1];
  } else {
    south = own[y + 1][x];
    east = own[y][x + 1];
  }
  const float sum = c * dn[place] + south * ds[place] + c * dw[place] + east * de[place];
  result[y][x] = old[y][x] + 0.25f * rate * sum;
  __syncthreads();
  image[place] = result[y][x];
}

// Four rows of a product a thread.
__global__ void productOfFourRows(float* c, const float* a, const float* b, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y * 4 + threadIdx.y;
  float sum[4] = {};
  for (int k = 0; k < n; ++k) {
    const float right = b[k * n + x];
#pragma unroll
    for (int i = 0; i < 4; ++i) sum[i] += a[(y + i * blockDim.y) * n + k] * right;
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) c[(y + i * blockDim.y) * n + x] = sum[i];
}

// Sums of 256 numbers a block, each a little better than the one before.
__global__ void sumByModulo(const int* from, int* to) {
  __shared__ int part[256];
  const unsigned t = threadIdx.x;
  part[t] = from[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) to[blockIdx.x] = part[0];
}
__global__ void sumByStrides(const int* from, int* to) {
  __shared__ int part[256];
  const unsigned t = threadIdx.x;
  part[t] = from[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned i = 2 * s * t;
    if (i < blockDim.x) part[i] += part[i + s];
    __syncthreads();
  }
  if (t == 0) to[blockIdx.x] = part[0];
}
__global__ void sumByHalves(const int* from, int* to) {
  __shared__ int part[256];
  const unsigned t = threadIdx.x;
  part[t] = from[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) to[blockIdx.x] = part[0];
}
__global__ void sumTwoByHalves(const int* from, int* to) {
  __shared__ int part[256];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  int sum = from[i] + from[i + blockDim.x];
  part[t] = sum;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) part[t] = sum = sum + part[t + s];
    __syncthreads();
  }
  if (t == 0) to[blockIdx.x] = sum;
}
template <unsigned width>
__device__ void sumUnrolled(const int* from, int* to) {
  __shared__ int part[width];
  const unsigned t = threadIdx.x, i = blockIdx.x * width * 2 + t;
  int sum = from[i] + from[i + width];
  part[t] = sum;
  __syncthreads();
  if (width >= 256 && t < 128) part[t] = sum = sum + part[t + 128];
  __syncthreads();
  if (width >= 128 && t < 64) part[t] = sum = sum + part[t + 64];
  __syncthreads();
  if (t < 32) {
    sum += part[t + 32];
    for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s);
  }
  if (t == 0) to[blockIdx.x] = sum;
}
__global__ void sumUnrolledByHalves(const int* from, int* to) { sumUnrolled<256>(from, to); }
