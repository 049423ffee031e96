model Several
  Real x(start = 1;
  parameter Real k = 2 "gain"
  Real y
equation
  der(x) := -k*x;
  y = x +;
  if x > 0 the
    y = 2;
  end if;
  for i in 1:3 loop
    z[i] = (i + 1;
  end for;
algorithm
  x = 3;
  when x > 2 then
    y := 1
  end when;
end Severl;
