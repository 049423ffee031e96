model discrete_twice
  Real x;
  Boolean a;
equation
  der(x) = 1;
  a = x > 1;
  when x > 2 then
    a = true;
  end when;
end discrete_twice;
