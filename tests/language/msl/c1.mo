//! 1: s.y = 6
model c1 "protected input fed by an inner part's output"
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block K
    parameter Real k = 1;
    RealOutput y = k;
  end K;
  block S
    parameter Boolean useConst = true;
    RealInput u if not useConst;
    K const(k = 3) if useConst;
    RealOutput y;
  protected
    RealInput u_internal;
  equation
    connect(u, u_internal);
    connect(const.y, u_internal);
    y = 2*u_internal;
  end S;
  S s;
end c1;
