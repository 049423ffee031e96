//! 3: v[1] = 0
//! 3: v[2] = 0
//! 3: v[3] = 1
//! 3: x[3] = 3 +- 1e-3
model cradle "three balls: the body asks which pair has met"
  Real x[3](start = {0, 1, 1.5}, each fixed = true), v[3](start = {1, 0, 0}, each fixed = true);
equation
  der(x) = v;
  der(v) = {0, 0, 0};
  when x[1] > x[2] then
    reinit(v[1], pre(v[2]));
  end when;
  when {x[1] > x[2], x[2] > x[3]} then
    reinit(v[2], if x[1] > x[2] then pre(v[1]) else pre(v[3]));
  end when;
  when x[2] > x[3] then
    reinit(v[3], pre(v[2]));
  end when;
end cradle;
