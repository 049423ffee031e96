//! 1: i[3].x = 1.73575888234288 +- 3e-3
model j1 "if in the initial equations of an array of parts"
  model I
    parameter Integer t = 1;
    Real x(start = 1);
  initial equation
    if t == 1 then
      der(x) = 0;
    elseif t == 2 then
      x = 3;
    end if;
  equation
    der(x) = 1 - x;
  end I;
  I i[3](each t = 2);
end j1;
