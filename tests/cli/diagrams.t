Diagrams of the gallery, run by their names: hybrid and discrete ones. What the numbers must be is checked in tests/exact.

$ for d in $ROOT/diagrams/*.json; do saltus check $d > s 2>&1 || cat s; done

$ saltus run dde -o - -q --interval 1 --stop 3 --vars y
time,y
0,1
1,0
2,-0.5
3,-0.16666666619526216

$ saltus run stairs --stats=json -q > s; grep events_by_guard s
  "events_by_guard": {"number.event": 10, "bounce.event": 24},

$ saltus run drive -o - -q --interval 0.2 --vars speed,measured.y,voltage.y
time,speed,measured.y,voltage.y
0,0,0,0
0.2,199.47725673300687,201.06192982974972,10.98611375318665
0.4,199.9817411787493,201.0619298297388,11.046389424436056
0.6,199.35409157886355,201.06192982975335,12.55808090164273
0.8,199.86708072336836,194.77874452259857,12.913666282327867
1,199.9755708933418,201.0619298297388,12.60323402045515
saltus: warning: the error of measured.y is about 1.3, 67 times its tolerance, between t = 0.75 and 0.8; of 1 more it is above 10
    = hint: --tol 1e-06 is about what it needs; --accuracy 0.0001 looks for it by itself

$ saltus run philosophers -o - -q --interval 50 --vars guest.y[*],last.y
time,guest.y[1],guest.y[2],guest.y[3],guest.y[4],last.y
0,0,0,0,0,0
50,0,0,3,4,1
100,0,0,4,0,4

$ saltus run philosophers --set m=2 --stop 10 -o - -q --interval 5 --vars guest.y,last.y
time,guest.y,last.y
0,0,0
5,4,3
10,4,3

$ saltus run mmc -o - -q --interval 10000 --vars line.mean_wait,line.mean_length,desk.mean_busy,out.count
time,line.mean_wait,line.mean_length,desk.mean_busy,out.count
0,0,0,0,0
10000,1.1016994138227783,2.639093274477122,2.404279767123035,23945
20000,1.0491170595096424,2.5108518585244566,2.3900183391814953,47865

$ saltus run mmc -o - -q --interval 10000 --vars line.mean_wait --seed 2
time,line.mean_wait
0,0
10000,1.0695179407032445
20000,1.0621876669598291

$ saltus run mmc --set lambda=-1
.../diagrams/mmc.json:11:70: error: arrivals: mean = -1 is outside its range
   11 |     "arrivals": {"block": "generator", "law": "exponential", "mean": "1/lambda", "at": [30, 40]},
      |                                                                      ^^^^^^^^^^
      = hint: from 0 to 1e+300
[3]

$ saltus run petri -o - -q --interval 5000 --vars "*.tokens,use.fired"
time,making.tokens,made.tokens,full.tokens,free.tokens,using.tokens,idle.tokens,use.fired
0,1,0,0,3,0,1,0
5000,1,0,2,1,1,0,4589
10000,0,1,3,0,1,0,9133

$ saltus run neurons.json -o - -q --stop 20 --interval 10 --vars v[1],v[1000],spikes.y
time,v[1],v[1000],spikes.y
0,0.29896907216494845,0.9690721649484536,0
10,0.5651705475074265,0.9804574049004467,16
20,0.734778463351357,0.9997821665165305,53

$ saltus run philosophers -o a.csv -qq && saltus run philosophers -o b.csv -qq && cmp a.csv b.csv && echo the same
the same

$ saltus run drive -o a.csv -qq && saltus run drive -o b.csv -qq && cmp a.csv b.csv && echo the same
the same

$ saltus explain philosophers --svg p.svg > s; grep -c '<svg' p.svg
1

$ echo '{"saltus": 1, "blocks": {"m": {"block": "state_machine", "table": ["state a", 3]}}}' > m.json; saltus check m.json
m.json:1:67: error: 'table' must be a text in quotes, not a list
    1 | {"saltus": 1, "blocks": {"m": {"block": "state_machine", "table": ["state a", 3]}}}
      |                                                                   ^^^^^^^^^^^^^^
[3]
