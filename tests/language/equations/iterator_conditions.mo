//! 0: x[1] = 100
//! 0: x[2] = 2
//! 0: x[3] = 30
//! 0: x[4] = 4
//! 0: x[5] = 50
//! 0: x[6] = -1
model iterator_conditions
  parameter Integer N = 6;
  Real x[N];
equation
  for i in 1:N loop
    if i == 1 then
      x[i] = 100;
    elseif i == N then
      x[i] = -1;
    elseif mod(i, 2) == 0 then
      x[i] = i;
    else
      x[i] = 10*i;
    end if;
  end for;
end iterator_conditions;
