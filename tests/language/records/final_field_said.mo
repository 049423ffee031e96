model final_field_said
  record R
    parameter Integer m = 1;
  end R;
  model Q
    parameter R r(final m = 3);
    Real y = r.m;
  end Q;
  Q q(r(m = 4));
end final_field_said;
