//! 1: v[2] = 0.7788007830714049 +- 1e-5
//! 1: w = 0.7788007830714049 +- 1e-5
//! 1: v[3] = 0.7165313105737893 +- 1e-5
//! 1: i[2] = -0.38940039153570244 +- 1e-4
//! tol 1e-7 1e-7
// v[2] is bound to w: 2 F and 2 F at 1 Ohm; the others are alone, k F at 1 Ohm
model one_element_of_an_array
  parameter Integer N = 6;
  Real v[N](each start = 1), i[N], w, iw, j;
equation
  for k in 1:N loop
    i[k] = k*der(v[k]);
  end for;
  for k in 1:N loop
    i[k] = -v[k] + (if k == 2 then j else 0);
  end for;
  v[2] = w;
  iw = 2*der(w);
  iw + j = 0;
  annotation(experiment(StopTime = 1));
end one_element_of_an_array;
