//! 50: inside = 1
model thermostat_stays
  Real T(start = 15, fixed = true);
  Boolean on(start = true, fixed = true);
  Boolean inside = T > 18.5 and T < 21.5;
equation
  der(T) = 0.1*(10 - T) + (if on then 2 else 0);
algorithm
  when T < 19 then
    on := true;
  elsewhen T > 21 then
    on := false;
  end when;
end thermostat_stays;
