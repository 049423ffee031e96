package Earth
  constant Real g = 9.81;
  model Fall
    Real v(start = 0, fixed = true);
  equation
    der(v) = -g;
  end Fall;
end Earth;
package Moon = Earth(g = 1.62);
package Mars
  extends Earth(g = 3.73);
end Mars;
model constant_modified
  Moon.Fall a, b;
  Mars.Fall c, d;
end constant_modified;
//! 1: a.v = -1.62 +- 1e-6
//! 1: d.v = -3.73 +- 1e-6
