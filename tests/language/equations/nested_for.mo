//! 0: m[3,2] = 32
//! 0: s = 129
model nested_for
  Real m[3, 2];
  Real s = sum(m);
equation
  for i in 1:3 loop
    for j in 1:2 loop
      m[i, j] = 10*i + j;
    end for;
  end for;
end nested_for;
