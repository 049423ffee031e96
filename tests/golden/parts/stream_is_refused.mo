connector FluidPort
  Real p;
  flow Real m_flow;
  stream Real h_outflow;
end FluidPort;

model Tank
  FluidPort port;
equation
  port.p = 1e5;
  port.h_outflow = 1;
end Tank;
