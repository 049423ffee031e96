model values_that_depend_on_themselves_in_a_when
  Real x(start = 1);
  discrete Real a, b;
  Integer n;
equation
  der(x) = -x;
  when x < 0.5 then
    a = b;
    b = a;
    n = n + 1;
  end when;
end values_that_depend_on_themselves_in_a_when;
