//! 1: n = 0
model true_at_start_does_not_fire
  Integer n(start = 0, fixed = true);
equation
  when time >= 0 then
    n = 1;
  end when;
end true_at_start_does_not_fire;
