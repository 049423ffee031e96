model two_whens_for_one_variable
  Real x(start = 1);
  Integer n, k[3];
equation
  der(x) = -x;
  when x < 0.5 then
    n = pre(n) + 1;
    k = {1, 2, 3};
  end when;
  when x < 0.25 then
    n = 0;
    k[2] = 7;
  end when;
end two_whens_for_one_variable;
