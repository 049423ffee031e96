//! 0.4: y = 9.2 +- 0.02
//! 2: y = 5.0 +- 0.3
model ball_on_floor
  Real y(start = 10), vy(start = 0);
  discrete Real contact(start = 0);
  parameter Real m = 1, k = 1e4, b = 10, g = 9.8;
equation
  der(y) = vy;
  der(vy) = -g - contact*(b*vy + k*y)/m;
algorithm
  when y < 0 then
    contact := 1;
  elsewhen y > 0 then
    contact := 0;
  end when;
  annotation(experiment(MMO_Solver = QSS3, StartTime = 0, StopTime = 5, Tolerance = {1e-4}, AbsTolerance = {1e-6}, MMO_OutputType = CI_Sampled, MMO_Period = {0.01}, MMO_Output = {y}));
end ball_on_floor;
