// What programs written beside CUDA's samples take from "helper_functions.h". Its images are not here.
#ifndef COMMON_HELPER_FUNCTIONS_H_
#define COMMON_HELPER_FUNCTIONS_H_
#pragma GCC system_header
#include <algorithm>
#include <fstream>
#include <iostream>
#include <math.h>
#include <sstream>
#include <string>
#include <vector>

#include "helper_string.h"
#include "helper_timer.h"
#endif
