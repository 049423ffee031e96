//! says not increasing
//! ends EMODEL
// A function without outputs, called for its assertions
model assertion_as_function_fails
  partial function Icon
  end Icon;
  block B
    parameter Real t[:] = {2, 1};
    Real y = 2*time;
  protected
    function increasing
      extends Icon;
      input Real t[:];
    algorithm
      for i in 2:size(t, 1) loop
        assert(t[i] > t[i - 1], "not increasing: t[" + String(i) + "]");
      end for;
    end increasing;
  initial algorithm
    increasing(t);
  end B;
  B b;
  Real y = b.y;
  annotation(experiment(StopTime = 1));
end assertion_as_function_fails;
