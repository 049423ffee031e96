//! tol 1e-6 1e-9
//! 2.5: n[1] = 1
//! 2.5: n[2] = 1
//! 2.5: n[3] = 0
model when_in_for
  parameter Integer N = 3;
  Real x(start = 0, fixed = true);
  Integer n[N](each start = 0, each fixed = true);
equation
  der(x) = 1;
  for i in 1:N loop
    when x > i then
      n[i] = pre(n[i]) + 1;
    end when;
  end for;
end when_in_for;
