model M
  String s;
  parameter String title = "run";
  String t = "a";
end M;
