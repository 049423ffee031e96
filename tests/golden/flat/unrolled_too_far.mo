model unrolled_too_far
  parameter Integer N = 200000;
  Real x[N];
equation
  for i in 1:N loop
    for j in 1:i loop
      x[j] = i + j;
    end for;
  end for;
end unrolled_too_far;
