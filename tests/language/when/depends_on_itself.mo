model depends_on_itself
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  when time > 1 then
    a = b + 1;
    b = a + 1;
  end when;
end depends_on_itself;
