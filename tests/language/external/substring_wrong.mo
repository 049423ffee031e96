model substring_wrong
  function part
    input String string;
    input Integer first;
    input Integer last = first;
    output String result;
    external "C" result = ModelicaStrings_substring(string, first, last);
  end part;
  parameter String a = part("Dy11", 5), b = part(12, 1, 2);
  parameter String c = part("Dy11", 2, 1);
  parameter Boolean yes = a == "1" and c == "2";
  Real y = if yes then 1 else 2;
end substring_wrong;
