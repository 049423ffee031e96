model drive "A permanent-magnet machine on a three-phase inverter with space-vector modulation"
  parameter Real R = 0.5, L = 5e-3, psi = 0.175, J = 2e-3, B = 1e-3, U = 300;
  parameter Integer p = 4 "pairs of poles";
  parameter Real T = 1e-4 "of the carrier";
  parameter Real wanted = 100 "speed, in rad/s", load = 5 "torque, from half of the run on";
  parameter Real kp = 10, ki = 1000 "currents", kw = 0.6, kv = 12 "speed";
  constant Real pi = 3.141592653589793;
  Real id(start = 0, fixed = true), iq(start = 0, fixed = true);
  Real w(start = 0, fixed = true), theta(start = 0, fixed = true);
  Real ud, uq, ua, ub;
  discrete Real a(start = 0), b(start = 0), c(start = 0) "upper switches";
  discrete Real a1(start = 1e9), b1(start = 1e9), c1(start = 1e9) "when they close";
  discrete Real a0(start = 1e9), b0(start = 1e9), c0(start = 1e9) "when they open";
  discrete Real xd(start = 0), xq(start = 0), xw(start = 0) "integrals of the controllers";
  discrete Real ref, vd, vq, va, vb, u1, u2, u3, zero, tl(start = 0);
equation
  ua = U*(2*a - b - c)/3;
  ub = U*(b - c)/sqrt(3);
  ud = ua*cos(theta) + ub*sin(theta);
  uq = ub*cos(theta) - ua*sin(theta);
  L*der(id) = ud - R*id + p*w*L*iq;
  L*der(iq) = uq - R*iq - p*w*(L*id + psi);
  J*der(w) = 1.5*p*psi*iq - B*w - tl;
  der(theta) = p*w;
algorithm
  when sample(0, T) then
    xw := xw + T*kv*(wanted - w);
    ref := max(-15, min(15, kw*(wanted - w) + xw));
    xd := xd - T*ki*id;
    xq := xq + T*ki*(ref - iq);
    vd := xd - kp*id;
    vq := xq + kp*(ref - iq);
    va := vd*cos(theta) - vq*sin(theta);
    vb := vd*sin(theta) + vq*cos(theta);
    u1 := va;
    u2 := (sqrt(3)*vb - va)/2;
    u3 := -(sqrt(3)*vb + va)/2;
    zero := (max(u1, max(u2, u3)) + min(u1, min(u2, u3)))/2 "the same zero vectors before and after";
    u1 := max(0.01, min(0.99, 0.5 + (u1 - zero)/U));
    u2 := max(0.01, min(0.99, 0.5 + (u2 - zero)/U));
    u3 := max(0.01, min(0.99, 0.5 + (u3 - zero)/U));
    a1 := time + T*(1 - u1)/2;
    b1 := time + T*(1 - u2)/2;
    c1 := time + T*(1 - u3)/2;
    a0 := a1 + T*u1;
    b0 := b1 + T*u2;
    c0 := c1 + T*u3;
  end when;
  when time >= a1 then
    a := 1;
  end when;
  when time >= b1 then
    b := 1;
  end when;
  when time >= c1 then
    c := 1;
  end when;
  when time >= a0 then
    a := 0;
  end when;
  when time >= b0 then
    b := 0;
  end when;
  when time >= c0 then
    c := 0;
  end when;
  when time >= 0.1 then
    tl := load;
  end when;
  annotation(experiment(StopTime = 0.2, Interval = 4e-4));
end drive;
