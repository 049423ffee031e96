//! 1: b.y = 2
model c4 "function in a block, with extends"
  partial function Icon
  end Icon;
  block B
    parameter Real t[:] = {1, 2};
    parameter Integer n = if ok(t) then size(t, 1) else 0;
    Real y = n*time;
  protected
    function ok
      extends Icon;
      input Real t[:];
      output Boolean r = true;
    algorithm
      for i in 2:size(t, 1) loop
        assert(t[i] > t[i - 1], "not increasing: t[" + String(i) + "]");
      end for;
    end ok;
  end B;
  B b;
end c4;
