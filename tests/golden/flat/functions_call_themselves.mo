model functions_call_themselves
  function fac
    input Integer n;
    output Integer r;
  algorithm
    if n <= 1 then
      r := 1;
      return;
    end if;
    r := n*fac(n - 1);
  end fac;
  function total
    input Real x[:];
    output Real s;
  algorithm
    s := if size(x, 1) == 0 then 0 else x[1] + total(x[2:end]);
  end total;
  Real x[3], y, z;
equation
  der(x) = -x;
  y = total(x);
  z = fac(3)*y;
end functions_call_themselves;
