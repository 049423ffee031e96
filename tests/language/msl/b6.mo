//! 1: s.y = 4
model b6 "the conditional-input idiom of the MSL"
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block S
    parameter Boolean useConst = false;
    parameter Real k = 2;
    RealInput u if not useConst;
    RealOutput y;
  protected
    RealInput u_internal;
  equation
    connect(u, u_internal);
    if useConst then
      u_internal = k;
    end if;
    y = 2*u_internal;
  end S;
  S s(useConst = true);
end b6;
