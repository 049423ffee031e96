Diagrams: run, check, explain, and the commands that need a text.

$ saltus check second_order.json
.../diagrams/second_order.json: fine (diagram second_order: 4 blocks, 5 wires, 2 states)

$ saltus run second_order.json -o - -q --interval 10 --vars x,v
time,x,v
0,0,0
10,1.3354654994816886,-0.18744867943449678
20,0.9240327187690867,0.11945198130992264

$ saltus run second_order --method liqss1 --stop 5 -q --stats=json > s; grep -c '"transitions"' s
1

$ saltus run second_order.json --set x.start=2 --start-value v=-1 --stop 1 -o - -q --interval 1 --vars x,v
time,x,v
0,2,-1
1,0.8058497332932697,-1.1790610690172352

$ saltus run second_order.json --set x.strat=2
saltus: diagram second_order has no parameter or start value 'x.strat'
    = hint: those of blocks are BLOCK.NAME, such as x.start; 'saltus explain' lists them
[2]

$ saltus check second_order.json --set zeta=2
saltus: --set: diagram second_order has no parameter 'zeta'
[2]

$ saltus run second_order.json --method abm
error: abm: this method moves all states together, but the blocks of a diagram move one by one
      = hint: a quantized-state method; only a block that is a whole model can have this one
[2]

$ saltus run second_order.json --class a
saltus: --class: a diagram has no classes
[2]

$ saltus run buck --trace t.txt
saltus: --trace is for diagrams (.json); .../models/buck/buck.mo is a model as text
[2]

$ saltus run second_order.json --trace t.txt --stop 0.1 -q && head -4 t.txt
t=0 n=0  one           start
t=0 n=0  f             start
t=0 n=0  x             start
t=0 n=0  v             start

$ saltus run second_order.json --stop 0.2 --speed 10 --stats > s; grep -c latency s
1

$ saltus run second_order.json --parallel --stats=csv -q > s; cut -d, -f1-11 s
model,method,rel,abs,t_start,t_stop,t_end,outcome,message,states,steps
second_order,qss2,0,0.001,0,20,20,ok,,2,426

$ saltus run second_order.json --max-events 10 --stats=csv -q > s; cut -d, -f1-11 s
error: max_events steps and events have been made (t = 0.314966002)
model,method,rel,abs,t_start,t_stop,t_end,outcome,message,states,steps
second_order,qss2,0,0.001,0,20,0.31496600162955846,max_events,max_events steps and events have been made,2,10

$ saltus compare second_order.json --methods qss1,qss2 -q > s; cut -c1-60 s
second_order, t = 0 to 20, 21 samples of x, v
reference: qss4, 0,1e-05; its own relative error is about 1.

method       tolerance       steps  evaluations    events  e
qss1         0,0.001         11107        16682         0   
qss2         0,0.001           426          644         0   

$ saltus compare second_order.json --methods abm -q > s
saltus: abm, 0,0.001: abm: this method moves all states together, but the blocks of a diagram move one by one (t = 0)
[1]

$ saltus sweep second_order.json --set one.value=1,2 -o s.csv -q; cut -d, -f1-3 s.csv
cell,one.value,outcome
0,1,ok
1,2,ok

$ saltus bound second_order.json
saltus: 'saltus bound' needs a model as text (.mo); .../diagrams/second_order.json is a diagram
[2]

$ saltus dump second_order.json
saltus: 'saltus dump' needs a model as text (.mo); .../diagrams/second_order.json is a diagram
[2]

$ saltus explain second_order.json
Diagram second_order
  Second-order system: x'' = 1 - x - 0.2 x'.

Blocks
  x            integrator  start = 0
  v            integrator  start = 0
  one          constant  value = 1
  f            sum  weights = {1, -1, -0.2}

Wires
  v.y -> x.u
  one.y -> f.u1
  x.y -> f.u2
  v.y -> f.u3
  f.y -> v.u

Select order: who acts first of those that are due at one instant
  one f x v

States (2)
  x v

Outputs (2)
  one.y f.y

$ saltus explain second_order.json --dot a.dot
saltus: --dot: a diagram is drawn with --svg
[2]

$ saltus explain second_order.json --svg a.svg -q > s; head -c 4 a.svg
<svg(no new line at the end)

$ saltus models second_order --path
.../diagrams/second_order.json

$ saltus run second_ordr.json
saltus: there is no file 'second_ordr.json'
    = hint: did you mean 'second_order.json'? 'saltus models' lists the gallery
[2]

$ echo '{"saltus": 1, "blocks": {"x": {"block": "integratr"}}}' > bad.json; saltus check bad.json
bad.json:1:41: error: there is no block 'integratr' in the library
    1 | {"saltus": 1, "blocks": {"x": {"block": "integratr"}}}
      |                                         ^^^^^^^^^^^
      = hint: did you mean 'integrator'?
[3]

$ echo '{"saltus": 1, "blocks": {"x": {"block": "integrator", "start": 0.5}, "f": {"block": "log"}}, "wires": ["x -> f", "f -> x"]}' > log.json; saltus run log.json --stop 9 -q
log.json:1:70: error: f: 'log' has no finite value or slope for the input ...
    1 | {"saltus": 1, "blocks": {"x": {"block": "integrator", "start": 0.5}, "f": {"block": "log"}}, "wires"...
      |                                                                      ^^^
      = hint: the input must be > 0
[1]

$ saltus run $ROOT/diagrams/second_order.json --vars 'f*' -o - -q --interval 20
time,f.y
0,1
20,0.052382412719178366

$ saltus run mmc.json --max-events 3000 --no-plot -qq -o x.csv
error: max_events steps and events have been made (t = ...
[1]
