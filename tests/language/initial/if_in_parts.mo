//! 0: i[1].x = 1 +- 1e-9
//! 0: i[2].x = 3 +- 1e-9
//! 0: i[3].x = 0.5 +- 1e-9
// An if without else among the initial equations of an array of parts: each has what its parameter says
model if_in_parts
  model I
    parameter Integer t = 1;
    Real x(start = 0.5);
  initial equation
    if t == 1 then
      der(x) = 0;
    elseif t == 2 then
      x = 3;
    end if;
  equation
    der(x) = 1 - x;
  end I;
  I i[3](t = {1, 2, 3});
  annotation(experiment(StopTime = 1));
end if_in_parts;
