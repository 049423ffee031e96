within Saltus.Thermal;
package Interfaces "Heat ports, and what thermal components have in common"
  connector HeatPort "Place with a temperature"
    SI.Temperature T "temperature";
    flow SI.HeatFlowRate Q_flow "heat into the component";
  end HeatPort;

  partial model TwoPorts "Heat goes from one place to another"
    HeatPort port_a "first place";
    HeatPort port_b "second place";
    SI.HeatFlowRate Q_flow "from port_a to port_b";
    SI.Temperature dT "port_a.T - port_b.T";
  equation
    dT = port_a.T - port_b.T;
    port_a.Q_flow = Q_flow;
    port_b.Q_flow = -Q_flow;
  end TwoPorts;
  annotation(Documentation(info = "
    Components of your own begin with extends Saltus.Thermal.Interfaces.TwoPorts; and add one equation
    between Q_flow and dT.
  "));
end Interfaces;
