model ragged
  Real x[3] = {sum({i*k for k in 1:i}) for i in 1:3};
end ragged;
