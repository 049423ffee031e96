package Circuits
  model First
    Real x = time;
  end First;
  partial model Half
    Real y = time;
  end Half;
  model Second
    First first;
    extends Half;
  end Second;
  partial model Third
  end Third;
end Circuits;
