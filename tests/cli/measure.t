saltus measure, run --measure and sweep --observe: numbers of trajectories, all by the same rules.

$ cat > square.csv <<'END'
> time,v,i
> 0,1,0
> 0.01,1,1
> 0.01,-1,1
> 0.02,-1,0
> 0.02,1,0
> 0.03,1,1
> 0.03,-1,1
> 0.04,-1,0
> END
> saltus measure square.csv
               min           max          mean           rms
v               -1             1             0             1
i                0             1           0.5       0.57735

$ saltus measure square.csv 'thd(v, f0=50)' 'thd(i, f0=50)' 'rms(i)' 'mean(v*i)' 'harmonic(v, 3, f0=50)/harmonic(v, 1, f0=50)' 'frequency(i)' 'i'
thd(v, f0=50)                                   48.3426 %     0 .. 0.04 s
thd(i, f0=50)                                   12.1153 %     0 .. 0.04 s
rms(i)                                          0.57735       0 .. 0.04 s
mean(v*i)                                             0       0 .. 0.04 s
harmonic(v, 3, f0=50)/harmonic(v, 1, f0=50)    0.333333       0 .. 0.04 s
frequency(i)                                         50 Hz    0 .. 0.04 s
final(i)                                              0       at 0.04 s

$ saltus measure square.csv 'mean(i, last=10m)' 'max(abs(v) + i, from=0.015, to=25m)' --json
[
  {"measure": "mean(i, last=10m)", "value": 0.5, "unit": "", "from": 0.03, "to": 0.04},
  {"measure": "max(abs(v) + i, from=0.015, to=25m)", "value": 1.5000000000000002, "unit": "", "from": 0.015, "to": 0.025}
]

$ saltus measure square.csv 'mean(*)' 'ripple(?)'
mean(v)             0       0 .. 0.04 s
mean(i)           0.5       0 .. 0.04 s
ripple(v)           2       0 .. 0.04 s
ripple(i)           1       0 .. 0.04 s

$ saltus measure square.csv 'rms(i'
saltus: measure: ')' is expected here, not the end
    rms(i
         ^
[2]

$ saltus measure square.csv 'mean(i)' 'average(i)'
saltus: measure: there is no measurement 'average'
    average(i)
    ^
    = hint: there are final, at, min, max, mean, rms, ac, ripple, integral, overshoot, settling, rise, frequency, thd, harmonic, phase, steps, events, stat, efficiency
[2]

$ saltus measure square.csv 'mean(v*u)'
saltus: measure: the file has no variable 'u'
    mean(v*u)
           ^
[2]

$ saltus measure square.csv 'thd(v)'
saltus: measure: thd needs f0=, the frequency of the fundamental
    thd(v)
    ^
[2]

$ saltus measure square.csv 'mean(x*)'
saltus: measure: no variable of the file fits 'x*'
[2]

$ saltus measure square.csv 'events(*)'
saltus: measure: steps, events and stat are known of runs only
[2]

$ saltus measure none.csv
saltus: none.csv: No such file or directory
[1]

$ saltus measure square.csv 'mean(v)' 'mean(i, last=1)' 'settling(v)' 'thd(v, f0=1)'
mean(v)                   0       0 .. 0.04 s
mean(i, last=1)     unknown
settling(v)            0.03 s     0 .. 0.04 s
thd(v, f0=1)        unknown
saltus: mean(i, last=1) is not known: mean: the window begins at -0.96, before the start, 0
saltus: thd(v, f0=1) is not known: thd: the window from 0 to 0.04 is shorter than a period of 1
[1]

$ saltus run buck -q --measure 'mean(VC, last=1m),ripple(IL, last=1m)' --measure 'efficiency(VC^2/R, U*iS, last=1m)'
mean(VC, last=1m)                     15.8464 V     0.009 .. 0.01 s
ripple(IL, last=1m)                   4.16378 A     0.009 .. 0.01 s
efficiency(VC^2/R, U*iS, last=1m)    0.999988       0.009 .. 0.01 s

$ saltus run buck -q --measure 'R' --measure 'events(VD > 0)'
final(R)                10 Ohm   at 0.01 s
events(VD > 0)         200

$ saltus run buck -q --measure 'max(IL)' --vars VC -o v.csv 2>/dev/null; head -1 v.csv
max(IL)     15.5873 A     0 .. 0.01 s
time,VC

$ saltus run buck --measure 'max(IL)' --stats json --no-estimate | grep -A2 measurements
  "measurements": [
    {"measure": "max(IL)", "value": 15.587346019007647, "unit": "A", "from": 0, "to": 0.01}
  ],

$ saltus run buck -q --measure 'max(Il)'
saltus: --measure: buck has no variable 'Il'
    max(Il)
        ^
    = hint: did you mean 'IL'?
[2]

$ saltus run buck -q --measure 'mean(VC, last=1)'
mean(VC, last=1)     unknown
saltus: mean(VC, last=1) is not known: mean: the window begins at -0.99, before the start, 0
[1]

$ saltus run buck -q -o b.seg; saltus measure b.seg 'mean(VC, last=1m)' 'ripple(IL, last=1m)' 'max(IL)'
mean(VC, last=1m)       15.8464 V     0.009 .. 0.01 s
ripple(IL, last=1m)     4.16378 A     0.009 .. 0.01 s
max(IL)                 15.5873 A     0 .. 0.01 s

$ saltus sweep buck --set R=5,10 --observe 'mean(VC, last=1m),rms(IL, last=1m)/mean(IL, last=1m)' -o s.csv -q; cut -d, -f1,2,9,10 s.csv
cell,R,"mean(VC, last=1m)"
0,5,12.999115234126581,1.2023816445265416
1,10,15.846396105751046,1.3258649753080638
