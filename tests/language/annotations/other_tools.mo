//! 2: x = 2 +- 1e-9
model other_tools
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(Documentation(info = "<html>text</html>"), Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}})}), __Other_flag = true, experiment(StopTime = 2));
end other_tools;
