model initial_without_parentheses
  Boolean b(start = false, fixed = true);
equation
  when initial then
    b = true;
  end when;
end initial_without_parentheses;
