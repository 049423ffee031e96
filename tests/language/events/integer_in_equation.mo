//! 0.5: x = 0
//! 1.5: x = 0.5 +- 1e-6
//! 2.5: x = 2 +- 1e-6
//! 2.5: twice = 4
//! 2.5: odd = false
//! 3.5: odd = true
model integer_in_equation
  Integer n(start = 0, fixed = true);
  Integer twice = 2*n;
  Boolean odd = mod(n, 2) == 1;
  Real x(start = 0, fixed = true);
equation
  der(x) = n;
  when sample(1, 1) then
    n = pre(n) + 1;
  end when;
end integer_in_equation;
