model initial_of_arrays
  parameter Integer N = 6;
  parameter Real p(fixed = false);
  Real x[N], y[N];
  discrete Real d(start = 1);
initial equation
  for i in 1:N loop
    x[i] + y[i] = i;
  end for;
  y[1] = 0;
  for i in 2:N loop
    y[i] = x[i-1];
  end for;
  p = x[3];
  pre(d) = 5;
equation
  for i in 1:N loop
    der(x[i]) = p;
    der(y[i]) = d;
  end for;
  when time > 1 then
    d = 2;
  end when;
end initial_of_arrays;
