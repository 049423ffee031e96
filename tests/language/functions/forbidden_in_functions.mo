model forbidden_in_functions
  function f
    input Real x;
    output Real y;
  algorithm
    when x > 1 then
      y := time;
    end when;
    reinit(x, 2);
    y := pre(x) + der(x) + delay(x, 1);
    if initial() or edge(x > 1) or sample(0, 1) then
      y := 1;
    end if;
  end f;
  Real x(start = 0, fixed = true);
equation
  der(x) = f(x);
end forbidden_in_functions;
