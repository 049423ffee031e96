//! tol 1e-5 1e-7
//! 0.0101: m.y = 165.39866862653769 +- 5e-2
//! 0.0201: m.y = 165.39866862653769 +- 5e-2
//! 0.0201: count.y = 2 +- 0
//! 0.0021: up[1].off = false
//! 0.0021: down[2].off = false
//! 0.0021: up[2].off = true
model sixpulse "Six diodes on three phases of 100 V: mean 3 sqrt(3)/pi V"
  import Saltus.Electrical.*;
  constant Real turn = 2*Modelica.Constants.pi/3;
  SineVoltage v[3](each V = 100, phase = {0, -turn, turn});
  IdealDiode up[3](each Ron = 1e-6, each Goff = 1e-8);
  IdealDiode down[3](each Ron = 1e-6, each Goff = 1e-8);
  Resistor load(R = 10);
  VoltageSensor s;
  Saltus.Blocks.Mean m(f = 300);
  Saltus.Blocks.Counter count;
  Ground g;
equation
  for k in 1:3 loop
    connect(v[k].n, g.p);
    connect(v[k].p, up[k].p);
    connect(v[k].p, down[k].n);
    connect(up[k].n, load.p);
    connect(down[k].p, load.n);
  end for;
  connect(s.p, load.p);
  connect(s.n, load.n);
  connect(s.v, m.u);
  count.u = up[1].off <> down[3].off;
  annotation(experiment(StopTime = 0.021));
end sixpulse;
