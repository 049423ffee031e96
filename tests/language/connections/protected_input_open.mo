model protected_input_open
  connector RealInput = input Real;
  block S
    Real y;
  protected
    RealInput u;
  equation
    y = 2*u;
  end S;
  S s;
end protected_input_open;
