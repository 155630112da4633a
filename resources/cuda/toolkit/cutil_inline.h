#include "cutil.h"
