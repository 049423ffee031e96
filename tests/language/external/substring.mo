//! 1: y = 5
// Parts of Strings that are known decide what a model is made of
model substring
  function part
    input String string;
    input Integer first;
    input Integer last = first;
    output String result;
    external "C" result = ModelicaStrings_substring(string, first, last);
  end part;
  parameter String group = "Dy11";
  parameter String winding = part(group, 1), clock = part(group, 3, 4);
  Real y;
equation
  if winding == "D" and clock == "11" then
    y = 5;
  else
    y = 6;
    assert(false, "another group");
  end if;
  annotation(experiment(StopTime = 1));
end substring;
