model if_equations
  parameter Boolean simple = true;
  parameter Integer N = 3;
  Real x, y, z, v[N], a, b;
  Boolean open = x > 1;
equation
  if simple then
    y = x;
  else
    y = x^2;
    z = 3;
  end if;
  if open then
    der(x) = -1;
    z = y;
  elseif x < -1 then
    z = 2*y;
    der(x) = 1;
  else
    der(x) = 0;
    z = 3*y;
  end if;
  if open then
    v = zeros(N);
    a = 0;
    assert(x < 5, "too far");
  else
    for i in 1:N loop
      v[i] = i*x;
    end for;
    b - a = 1;
  end if;
  if open then
    b = 0;
  else
    x = a + b;
  end if;
end if_equations;
