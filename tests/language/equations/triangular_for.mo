//! 0: m[3,1] = 31
//! 0: m[1,3] = 0
//! 0: m[2,2] = 22
model triangular_for
  Real m[3, 3];
equation
  for i in 1:3 loop
    for j in 1:i loop
      m[i, j] = 10*i + j;
    end for;
    for j in i+1:3 loop
      m[i, j] = 0;
    end for;
  end for;
end triangular_for;
