//! 0: m[1,1] = 1
//! 0: m[1,2] = 12
//! 0: m[2,1] = -12
//! 0: m[3,3] = 1
//! 0: m[3,1] = -13
model two_dimensional_conditions
  Real m[3, 3];
equation
  for i in 1:3 loop
    for j in 1:3 loop
      if i == j then
        m[i, j] = 1;
      elseif i < j then
        m[i, j] = 10*i + j;
      else
        m[i, j] = -m[j, i];
      end if;
    end for;
  end for;
end two_dimensional_conditions;
