//! 0: r = 1
//! 1.5: r = 2
//! 2.5: r = 3
model if_expression
  Real r = if time < 1 then 1 elseif time < 2 then 2 else 3;
end if_expression;
