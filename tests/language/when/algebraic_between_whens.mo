//! 1.5: k = 4 +- 1e-6
//! 2.5: k = 10 +- 1e-6
model algebraic_between_whens
  "y depends on n at once: x + 3 n"
  Real x(start = 0, fixed = true), y = x + 3*n;
  discrete Real n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  der(x) = n*0 + 1;
  when sample(1, 1) then
    k = y + (pre(n) - 0)*2;
  end when;
  when sample(1, 1) then
    n = pre(n) + 1;
  end when;
end algebraic_between_whens;
