//! 0.5: a[3] = 0
//! 1.5: a[1] = 1
//! 1.5: a[3] = 9
//! 1.5: x[2] = 4.5 +- 1e-6
//! 1.5: m[2,1] = 12
model for_in_body
  discrete Real a[3](each start = 0, each fixed = true), m[2, 2](each start = 0, each fixed = true);
  Real x[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    der(x[i]) = 1;
  end for;
  when time > 1 then
    for i in 1:3 loop
      a[i] = i^2;
      reinit(x[i], a[i]);
    end for;
    for i in 1:2, j in 1:2 loop
      m[i, j] = 10*(i - 1) + 2*j;
    end for;
  end when;
end for_in_body;
