//! 0: x = 2 +- 1e-12
//! 0: b = 4 +- 1e-12
//! 0: s[1] = 0.5 +- 1e-12
//! 0: s[2] = 0
//! 0: s[3] = 1.5 +- 1e-12
//! 0: c = 6 +- 1e-12
//! 0: alias = 4
//! 0: z = 4
//! 0: d = -1
//! 1: a = 1.7357588823428847 +- 4e-3
model fixed_algebraic
  "a fixed start of an algebraic variable is an initial equation; where nothing is left to determine, it holds"
  Real x, a(start = 3, fixed = true), b(start=4, fixed=true), v[3](start={1,2,3}, fixed={true,false,true}), s[3];
  parameter Real p = 5;
  Real c(start = 6, fixed=true), y, d(start=-1, fixed=true), u(start=2), z, alias(start = 4, fixed = true);
initial equation
  y = p;
equation
  der(x) = -x;
  a = x + 1;
  b = x + 2;
  for i in 1:3 loop der(s[i]) = 0; v[i] = 2*s[i]; end for;
  der(y) = 0;
  c = y + 1;
  d = if u > 1 then -u+1 else u;
  der(u) = 0;
  der(z) = 0;
  alias = z;
end fixed_algebraic;
