//! ends EMODEL
//! says settle
//! 0.5: b = false
model never_settles
  Boolean a(start = false, fixed = true);
  Boolean b(start = false, fixed = true);
equation
  when time > 1 then
    a = true;
  end when;
  b = if a then not pre(b) else false;
  annotation(experiment(StopTime = 2));
end never_settles;
