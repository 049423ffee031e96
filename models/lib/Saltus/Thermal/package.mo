within Saltus;
package Thermal "Heat: temperatures in K, flows in W"
  annotation(Documentation(info = "
    A heat port has a temperature T and a heat flow Q_flow into the component. Only differences of
    temperatures matter to all components but fixed ones: degrees Celsius work as well if they are
    used throughout.
  "));
end Thermal;
