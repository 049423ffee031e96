import math;
model M
  Real x;
end M;
