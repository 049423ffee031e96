// Gear shifting with hysteresis, on a road that climbs from t = 20 to 40: shifting up takes force away, so that without
// the gap between 'up' and 'down' the gears would chatter. The guards read the gear that they change.
model gears
  parameter Real force[4] = {4, 3, 2.2, 1.6}, drag = 0.04;
  parameter Real up[4] = {10, 20, 30, 1000}, down[4] = {-1000, 7, 15, 24};
  Real v(start = 0, fixed = true);
  Integer gear(start = 1, fixed = true);
  Integer shifts(start = 0, fixed = true);
  discrete Real climb(start = 0, fixed = true);
equation
  der(v) = force[gear] - drag*v - climb;
  when time >= 20 then
    climb = 1.9;
  elsewhen time >= 40 then
    climb = 0;
  end when;
algorithm
  when v > up[gear] then
    gear := gear + 1;
    shifts := shifts + 1;
  end when;
  when v < down[gear] then
    gear := gear - 1;
    shifts := shifts + 1;
  end when;
  annotation(experiment(StopTime = 60));
end gears;
