//! 1.5: up = true
//! 1.5: n = 1
//! 3.5: up = false
//! 3.5: n = 1
model if_in_body
  Boolean up(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when sample(1, 1) then
    if time < 2.5 then
      up = true;
      n = 1 + 0*pre(n);
    else
      up = false;
      n = pre(n);
    end if;
  end when;
end if_in_body;
