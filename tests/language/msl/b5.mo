//! 0: y = 3
//! 1: y = 4
model b5 "initial equation for pre(y)"
  parameter Integer y0 = 3;
  discrete Integer y;
initial equation
  pre(y) = y0;
equation
  when time > 0.5 then
    y = pre(y) + 1;
  end when;
end b5;
