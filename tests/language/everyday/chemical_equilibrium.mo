//! 20: A = 0.3333333333333333 +- 0.002
model chemical_equilibrium
  Real A(start = 1, fixed = true), B(start = 0, fixed = true), r = 2*A - B;
equation
  der(A) = -r;
  der(B) = r;
end chemical_equilibrium;
