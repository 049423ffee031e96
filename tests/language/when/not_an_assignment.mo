model not_an_assignment
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  when time > 1 then
    a + b = 3;
    2 = b;
  end when;
end not_an_assignment;
