model whens_and_values_in_one_algorithm
  Real x(start = 1), y;
  discrete Real d(start = 0), e(start = 0);
  parameter Boolean both = true;
equation
  der(x) = y;
algorithm
  y := d - x;
  when x < 0.5 then
    d := d + 1;
    e := d;
  end when;
  if both then
    when x > 2 then
      d := 0;
    end when;
  end if;
end whens_and_values_in_one_algorithm;
