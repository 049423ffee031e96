//! 1: q.x = 0.135335283236613 +- 1e-3
model b10 "a final field of a record, and a binding for the whole record"
  record R
    parameter Integer m;
    parameter Real a = 1;
    final parameter Real g = a/m;
  end R;
  record D
    parameter R r(m = 3, a = 6);
  end D;
  model Q
    parameter R r(final m = 3);
    Real x(start = 1, fixed = true);
  equation
    der(x) = -r.g*x;
  end Q;
  parameter D d;
  Q q(r = d.r);
end b10;
