model algorithms_that_are_functions
  parameter Real eps = 1e-6;
  constant Real half = 0.5;
  Real x(start = 2), r, w[3](each start = 1), u[3];
  Integer steps(start = 0);
equation
  der(x) = -x;
  u = {x, 2*x, time};
algorithm
  r := 1;
  steps := 0;
  while abs(r*r - x) > eps loop
    r := half*(r + x/r);
    steps := steps + 1;
  end while;
  for i in 1:steps loop
    if i <= 3 then
      w[i] := u[i] + w[i];
    end if;
  end for;
end algorithms_that_are_functions;
