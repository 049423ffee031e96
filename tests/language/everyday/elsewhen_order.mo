//! 2: n = 1
model elsewhen_order
  Integer n(start = 0, fixed = true);
equation
  when time >= 1 then
    n = 1;
  elsewhen time >= 1 then
    n = 2;
  end when;
end elsewhen_order;
