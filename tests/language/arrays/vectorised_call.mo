//! 0: r[2] = 1
//! 0: s[3] = 8
model vectorised_call
  function cube
    input Real x;
    output Real y;
  algorithm
    y := x^3;
  end cube;
  Real r[2] = cos({1, 0});
  Real s[3] = cube({0, 1, 2});
end vectorised_call;
