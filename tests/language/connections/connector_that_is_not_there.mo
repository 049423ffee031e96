// A conditional connector: connections to it vanish with it.
connector Heat
  Real T;
  flow Real Q;
end Heat;
model Element
  parameter Boolean port = false;
  parameter Real T = 300;
  Heat heat if port;
  Heat inside;
equation
  connect(heat, inside);
  if not port then
    inside.T = T;
  end if;
end Element;
model Body
  parameter Real T = 350;
  Heat heat;
equation
  heat.T = T;
end Body;
model connector_that_is_not_there
  Element e[2], f(port = true);
  Body body;
  Real x(start = 1, fixed = true);
equation
  connect(e[1].heat, body.heat);
  connect(f.heat, body.heat);
  der(x) = -x;
//! 1: e[2].inside.T = 300
//! 1: e[1].inside.Q = 0
//! 1: f.inside.T = 350
  annotation(experiment(StopTime = 1));
end connector_that_is_not_there;
