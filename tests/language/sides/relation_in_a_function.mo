model relation_in_a_function
  function f
    input Boolean a;
    output Boolean y;
  algorithm
    y := not a;
  end f;
  Real h(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = -1;
  when f(h > 0) and h < 0.5 then
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = true);
end relation_in_a_function;
