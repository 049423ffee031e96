model thermostat "A room with a heater that a thermostat switches"
  parameter Real low = 19, high = 21, outside = 5 "degrees Celsius";
  parameter Real tau = 3600 "of the room, s";
  parameter Real gain = 30 "what the heater alone would add, degrees";
  Real T(start = 15, fixed = true, unit = "degC") "of the room";
  Boolean on(start = true, fixed = true) "is the heater?";
equation
  tau*der(T) = outside - T + (if on then gain else 0);
  when T > high then
    on = false;
  elsewhen T < low then
    on = true;
  end when;
  annotation(experiment(StopTime = 20000, Interval = 20), __Saltus_watch = {"T", "on"});
end thermostat;
