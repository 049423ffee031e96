model a_bouncing_ball_on_stairs
  parameter Real m = 1, k = 1e5, c = 30, g = 9.81;
  Real x(start = 0.5), y(start = 10.5), vx(start = 0.5), vy;
  Boolean contact = y < floor(11 - x);
  Integer bounces(start = 0);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -0.1*vx;
  m*der(vy) = -m*g - (if contact then k*(y - floor(11 - x)) + c*vy else 0);
  when contact then
    bounces = pre(bounces) + 1;
  end when;
end a_bouncing_ball_on_stairs;
