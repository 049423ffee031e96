//! 1.5: n = 10
//! set fast = 1
model in_if_on_parameter
  parameter Boolean fast = false;
  Integer n(start = 0, fixed = true);
equation
  if fast then
    when sample(0.1, 0.1) then
      n = min(pre(n) + 1, 10);
    end when;
  else
    when sample(1, 1) then
      n = pre(n) + 1;
    end when;
  end if;
end in_if_on_parameter;
