// Records, enumerations, texts and functions as parameters of parts; conditions; start values through three levels.
type Kind = enumeration(decay, grow);
record Data
  parameter Real R = 1;
  parameter Real L = 2;
end Data;
record Special = Data(R = 7);
partial function Law
  input Real x;
  output Real y;
end Law;
function linear
  extends Law;
algorithm
  y := x;
end linear;
function square
  extends Law;
algorithm
  y := x*x;
end square;
model Decay
  parameter Data d;
  Real x(start = 1, fixed = true);
equation
  d.L*der(x) = -d.R*x;
end Decay;
model Grow
  Real x(start = 1, fixed = true);
equation
  der(x) = x;
end Grow;
model Either
  parameter Kind kind = Kind.decay;
  parameter String name = "none";
  final parameter Boolean decays = kind == Kind.decay;
  Decay d if decays;
  Grow g if not decays;
equation
  assert(name <> "", "'name' is empty");
end Either;
model Lawful
  replaceable function law = linear constrainedby Law;
  Real x(start = 1, fixed = true);
equation
  der(x) = -law(x);
end Lawful;
model Two
  Lawful l[2];
end Two;
model data_of_parts
  parameter Data q(L = 9);
  parameter Special special;
  parameter String text = "one";
  Decay a(d(R = 3)), b(d = Data(R = 2, L = 5)), c[2](each d(R = 4)), e(d = q), g(d = special);
  Decay f[2](d = {Data(1, 2), Data(3, 4)});
  Either h, i(kind = Kind.grow, name = text);
  Lawful j(redeclare function law = square);
  Two t[2](l(x(start = {{1, 2}, {3, 4}}))), u(l(each x(start = 3))), w[2](each l(each x(start = 5)));
end data_of_parts;
//! tol 1e-6 1e-9
//! 1: a.x = 0.22313016014843 +- 1e-5
//! 1: b.x = 0.670320046035639 +- 1e-5
//! 1: c[2].x = 0.135335283236613 +- 1e-5
//! 1: e.x = 0.894839316814354 +- 1e-5
//! 1: g.x = 0.0301973834223185 +- 1e-5
//! 1: f[2].x = 0.472366552741015 +- 1e-5
//! 1: h.d.x = 0.606530659712633 +- 1e-5
//! 1: i.g.x = 2.71828182845905 +- 1e-5
//! 1: j.x = 0.5 +- 1e-5
//! 1: t[2].l[1].x = 1.10363832351433 +- 1e-5
//! 1: u.l[2].x = 1.10363832351433 +- 1e-5
//! 1: w[1].l[2].x = 1.83939720585721 +- 1e-5
