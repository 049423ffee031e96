A diagram led by hand: forward, back, parts, the trace, messages from outside, snapshots. Mistakes do not end the session.

$ cat > count.json <<'END'
> {"saltus": 1, "name": "count",
>  "inputs": {"more": {"type": "event"}},
>  "blocks": {"clock": {"block": "clock", "period": 1, "start": 0.5},
>             "count": {"block": "counter", "modulo": 3},
>             "twice": {"block": "gain", "k": 2}},
>  "wires": ["clock -> count.up", "more -> count.up", "count.y -> twice"],
>  "experiment": {"stop": 6}}
> END

$ printf 's\ns 3\np\nb 2\np t*\nc 3\nc\n' | saltus step count.json
step 0: t=0 n=0; next count at 0
step 1: t=0 n=1 count; next twice at 0
step 2: t=0 n=2 twice; next clock at 0.5
step 3: t=0.5 n=0 clock; next count at 0.5
step 4: t=0.5 n=1 count; next twice at 0.5
part   block         last          next          shows
clock  clock         0.5           1.5           y fired at 0.5
count  counter       0.5           never         y = 1
twice  gain          0.5           0.5           y = 0
step 2: t=0 n=2; next clock at 0.5
part   block         last          next          shows
twice  gain          0             never         y = 0
step 11: t=3 n=0; next clock at 3.5
step 20: t=6 n=0; next clock at 6.5

$ printf 'c 2\nt on\ns 3\nt off\ni more 1\nt on\ns 2\nq\ns\n' | saltus step count.json
step 0: t=0 n=0; next count at 0
step 8: t=2 n=0; next clock at 2.5
t=2.5 n=0  clock         lambda     y -> 2
t=2.5 n=0  count         delta_ext  up <- 2
t=2.5 n=0  clock         delta_int
t=2.5 n=1  count         lambda     y -> 0, carry -> 1
t=2.5 n=1  twice         delta_ext  u <- 0
t=2.5 n=1  count         delta_int
t=2.5 n=2  twice         lambda     y -> 0
t=2.5 n=2  twice         delta_int
step 11: t=2.5 n=2 twice; next clock at 3.5
it comes with the next step
t=2.5 n=3  count         delta_ext  up <- 1
t=2.5 n=4  count         lambda     y -> 1
t=2.5 n=4  twice         delta_ext  u <- 1
t=2.5 n=4  count         delta_int
step 13: t=2.5 n=4 count; next twice at 2.5

$ printf 'c 2\nsnap\nc 5\np twice\nrestore\np twice\nc 5\np twice\n' | saltus step count.json
step 0: t=0 n=0; next count at 0
step 8: t=2 n=0; next clock at 2.5
step 17: t=5 n=0; next clock at 5.5
part   block         last          next          shows
twice  gain          4.5           never         y = 4
step 8: t=2 n=0; next clock at 2.5
part   block         last          next          shows
twice  gain          1.5           never         y = 4
step 17: t=5 n=0; next clock at 5.5
part   block         last          next          shows
twice  gain          4.5           never         y = 4

$ printf 't on\ns 6\n' | saltus step count.json --parallel
step 0: t=0 n=0; next count at 0
t=0 n=1  count         lambda     y -> 0
t=0 n=1  twice         delta_ext  u <- 0
t=0 n=1  count         delta_int
t=0 n=2  twice         lambda     y -> 0
t=0 n=2  twice         delta_int
t=0.5 n=0  clock         lambda     y -> 0
t=0.5 n=0  clock         delta_int
t=0.5 n=0  count         delta_ext  up <- 0
t=0.5 n=1  count         lambda     y -> 1
t=0.5 n=1  twice         delta_ext  u <- 1
t=0.5 n=1  count         delta_int
t=0.5 n=2  twice         lambda     y -> 2
t=0.5 n=2  twice         delta_int
t=1.5 n=0  clock         lambda     y -> 1
t=1.5 n=0  clock         delta_int
t=1.5 n=0  count         delta_ext  up <- 1
step 6: t=1.5 n=0 clock; next count at 1.5

$ printf 's x\nb -1\nc yes\nc 4\nc 3\nt\np nothing\ni\ni mor 1\ni more one\ni more[2] 1\nrestore\nhop\nhelp\n' | saltus step count.json
step 0: t=0 n=0; next count at 0
saltus: 'x' is not a number of steps
saltus: '-1' is not a number of steps
saltus: 'yes' is not a time
step 14: t=4 n=0; next clock at 4.5
saltus: '3' is past; b goes back
saltus: 't' needs on or off
saltus: no part is called 'nothing'
saltus: 'i' needs a port, and one to five values
saltus: the model has no input 'mor'
    = hint: did you mean 'more'?
saltus: 'one' is not a number
saltus: 'more' has no such element
saltus: 'restore' has nothing to go back to; snap remembers a point
saltus: there is no command 'hop'; h lists them
s [N]            one step, or N
c [TIME]         on to TIME; without it to the stop time of the diagram
b [N]            one step back, or N
p [PATTERN]      parts: their block, last and next event, what they show; * and ? as usual
t on|off         print every transition
i PORT VALUE..   send a message to an input of the model, now; PORT may have an index: u[3]
snap             remember this point
restore          back to it
h                this list
q                the end

$ saltus step count.json < /dev/null
step 0: t=0 n=0; next count at 0

$ printf 'c 1\n' | saltus step buck
saltus: 'saltus step' needs a diagram (.json); .../buck.mo is a model as text
[2]

$ saltus step
saltus: step which model?
    = hint: for example: saltus step buck; 'saltus models' lists the gallery
[2]
