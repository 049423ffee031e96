//! 0.5: y = 0.5 +- 1e-6
//! 1.5: n = 1
//! 1.5: y = 2.5 +- 1e-6
//! 2.5: y = 4.5 +- 1e-6
model when_and_continuous
  Real x(start = 0, fixed = true), y;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  when sample(1, 1) then
    n := pre(n) + 1;
  end when;
  y := x + n;
end when_and_continuous;
