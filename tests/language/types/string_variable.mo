model string_variable
  String s;
equation
  s = "a";
end string_variable;
