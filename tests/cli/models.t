The gallery: SALTUS_MODELS, or what came with the program.

$ saltus models
adr          advection, diffusion and reaction along a line
airconds     a population of air conditioners
appendix_a   one linear state, worked by hand
arm          a two-link arm led out of its reach
bball        a ball that jumps down a stair
bounce       a bouncing ball
buck         a converter with switch and diode
buckn        interleaved buck converters
bumpercars   cars in a box
cuk          interleaved Cuk converters
d4           a chemical reaction
hybrid_pi    a sampled PI controller
inverters    a chain of logic inverters
lotka        predators and prey
motor        a DC drive with pulse-width modulation
neurons      a network of spiking neurons
oscillator   eigenvalues on the imaginary axis
pair         two states that drive each other
ring         a ring oscillator
robot        a robot in a corridor
stiff2       two linear states, one fast
thermostat   a room with a switched heater
tline        a lossless transmission line with a nonlinear load
tyson        the cell division cycle, in N independent cells
vanderpol    a stiff limit cycle

Diagrams
...

'saltus models NAME' describes one, 'saltus run NAME' simulates it.

$ saltus models 2>/dev/null > a; head -3 a
adr          advection, diffusion and reaction along a line
airconds     a population of air conditioners
appendix_a   one linear state, worked by hand

$ saltus models lotka
# lotka: predators and prey

    prey'      = prey (a - b predators)        prey(0) = 1
    predators' = predators (d prey - c)        predators(0) = 1

**Origin.** Lotka and Volterra; the usual first nonlinear oscillator.

**States** `prey`, `predators`. **Parameters** `a` = 1.5, `b` = 1, `c` = 3, `d` = 1. Suggested run: t = 0..20.

**Solution.** d prey - c log(prey) + b predators - a log(predators) never changes: the orbit is closed.

Model: .../models/lotka/lotka.mo
Try:   saltus run lotka

$ saltus models lotka --path
.../models/lotka/lotka.mo

$ saltus models lotka --text > a; head -3 a
model lotka "Predators and prey"
  parameter Real a = 1.5 "births of prey", b = 1 "catches", c = 3 "deaths of predators", d = 1 "births of predators";
  Real prey(start = 1, fixed = true, min = 0);

$ saltus models --path
saltus: of which model? For example: saltus models buck --path
[2]

$ saltus models lotk
saltus: there is no model 'lotk', neither as a file nor in the gallery
    = hint: did you mean 'lotka'? 'saltus models' lists the gallery
[2]

$ mkdir -p mine/spring && printf 'model spring\n  Real x(start = 1), v;\nequation\n  der(x) = v;\n  der(v) = -x;\nend spring;\n' > mine/spring/spring.mo
$ SALTUS_MODELS=mine saltus models
spring

'saltus models NAME' describes one, 'saltus run NAME' simulates it.

$ SALTUS_MODELS=mine saltus models spring
model spring
  Real x(start = 1), v;
equation
  der(x) = v;
  der(v) = -x;
end spring;

$ SALTUS_MODELS=mine saltus check spring
mine/spring/spring.mo: fine (model spring: 2 states)

$ SALTUS_MODELS=mine saltus check buck
saltus: there is no model 'buck', neither as a file nor in the gallery
    = hint: 'saltus models' lists the gallery
[2]

$ SALTUS_MODELS=$PWD/none saltus models
saltus: there are no models in the gallery, .../none
    = hint: SALTUS_MODELS says where it is: a folder with NAME/NAME.mo for each model
[1]
