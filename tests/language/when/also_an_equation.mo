model also_an_equation
  Integer n(start = 0, fixed = true);
equation
  n = integer(time);
  when time > 1 then
    n = 3;
  end when;
end also_an_equation;
