//! 1: a.y = 6
//! 1: b.y = 10
// A protected connector of a part is connected from inside: to a part, or to another connector
model protected_input
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block K
    parameter Real k = 1;
    RealOutput y = k*time;
  end K;
  block S
    parameter Boolean own = true;
    RealInput u if not own;
    K const(k = 3) if own;
    RealOutput y;
  protected
    RealInput u_internal;
  equation
    connect(u, u_internal);
    connect(const.y, u_internal);
    y = 2*u_internal;
  end S;
  S a, b(own = false);
  K five(k = 5);
equation
  connect(five.y, b.u);
  annotation(experiment(StopTime = 1));
end protected_input;
