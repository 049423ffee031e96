//! 1: y = 2 +- 1e-9
//! 1: d = 2 +- 1e-9
//! 1: v[2] = 4 +- 1e-9
//! 1: q = 16 +- 1e-9
//! 1: m.x = 3
//! 1: m.y = -3
// Functions that ask to be written out: their derivatives are known, and element by element they mean
// the same
model written_out
  record R
    Real x;
    Real y;
  end R;
  function square
    input Real x;
    input Real k;
    output Real y;
  algorithm
    y := k*x*x + 1;
    annotation(Inline = true);
  end square;
  function mirror
    input R r;
    output R out;
  algorithm
    out := R(r.x, -r.y);
    annotation(Inline = true);
  end mirror;
  Real y = square(time, 1), d = der(y);
  Real v[2] = square({1, 3}*time, 1/3), q = sum(square(k = {1, 1}, x = {2, 3}*time)) + 1;
  R m = mirror(R(3*time, 3));
  annotation(experiment(StopTime = 1));
end written_out;
