//! 1: b.y = 1
model c15 "function without outputs, in a block, with extends, called as a statement"
  partial function Icon
  end Icon;
  block B
    parameter Real t[:] = {1, 2};
    Real y = time;
  protected
    function ok
      extends Icon;
      input Real t[:];
    algorithm
      for i in 2:size(t, 1) loop
        assert(t[i] > t[i - 1], "not increasing: t[" + String(i) + "]");
      end for;
    end ok;
  initial algorithm
    ok(t);
  end B;
  B b;
end c15;
