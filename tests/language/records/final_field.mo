//! 1: q.y = 2
//! 1: q.z = 3
//! 1: s.y = 6
// What is final in a record stays when the whole record is given: a field that is made from others,
// and one that a modification has made final
model final_field
  record R
    parameter Integer m = 1;
    parameter Real a = 1;
    final parameter Real g = a/m;
  end R;
  model Q
    parameter R r(final m = 3);
    Real y = r.g*time, z = r.m;
  end Q;
  model S
    parameter R r;
    Real y = r.g*time;
  end S;
  parameter R d(m = 1, a = 6);
  Q q(r = d);
  S s(r = d);
  annotation(experiment(StopTime = 1));
end final_field;
