model function_in_a_loop
  function f
    input Real u;
    output Real y;
  algorithm
    y := u;
    for k in 1:3 loop
      y := y + u^k/10;
    end for;
  end f;
  Real x(start = 1), y;
equation
  f(y) + y = x;
  der(x) = -y;
end function_in_a_loop;
