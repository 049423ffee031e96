// Initial equations that read modes: of time, of states, of loops, of discretes, of each other.
//! tol 1e-6 1e-9
//! 0: x = 24 +- 1e-9
//! 0: z = 2.76900322 +- 1e-6
//! 0: w[2] = 5 +- 1e-9
//! 0: c = 3 +- 1e-9
//! 0: d = -2 +- 1e-9
//! 0: v = 4 +- 1e-6
//! 0: e = 12 +- 1e-9
model steady_by_modes
  Real x, z, w[3], c, d, v, e;
  Real y(start = 3, fixed = true), i;
  Boolean high;
  Integer level(start = 0, fixed = true);
equation
  der(y) = -y;
  high = y + time > 2;
  der(x) = (if 0.5 + time > 0.2 then 24 else 0) - x;
  der(z) = (if high then 24 else 0) - z^3 - z;
  for k in 1:3 loop
    der(w[k]) = (if k*y > 4 then 5 else 1) - w[k];
  end for;
  der(c) = (if x > 20 then 3 else 8) - c;
  der(d) = (if c < 5 then -2 else 2) - d;
  i + sin(i)/10 = 10 - v - (if i > 1 then 3 else 0);
  der(v) = i + sin(i)/10 - (if v < 2 then 5 else 3);
  when initial() then
    level = 4;
  end when;
  der(e) = 3*level - e;
initial equation
  der(x) = 0;
  der(z) = 0;
  der(w) = zeros(3);
  der(c) = 0;
  der(d) = 0;
  der(v) = 0;
  der(e) = 0;
end steady_by_modes;
