model M
  function f
    input Real u;
    output Real y[:];
  algorithm
    y := {u, u};
  end f;
  function g
    input Real u;
    output Real y;
  algorithm
    if u > 1 then
      y := 1;
    end if;
  end g;
  constant Real a = sum(f(1));
  constant Real b[3] = g({2, 1, 3});
end M;
