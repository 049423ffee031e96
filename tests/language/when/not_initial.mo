model not_initial
  discrete Real seen(start = -1, fixed = true);
equation
  when not initial() then
    seen = time;
  end when;
end not_initial;
