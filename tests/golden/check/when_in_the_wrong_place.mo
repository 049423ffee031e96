model M
  Real x(start = 0);
  Integer n(start = 0);
  Boolean b(start = false);
  function f
    input Real u;
    output Real y = 1;
  algorithm
    when u > 1 then
      y := 2;
    end when;
  end f;
equation
  der(x) = 1;
  when x > 1 then
    when x > 2 then
      n = 1;
    end when;
  end when;
  if x > 3 then
    when x > 4 then
      b = true;
    end when;
  end if;
initial equation
  when x > 1 then
    n = 2;
  end when;
end M;
