# SPDX-License-Identifier: MIT
"""mpi_sweep.py - a sweep over the processes of MPI, which test_sweep.py starts."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helper import DECAY
from mpi4py.futures import MPIPoolExecutor
import saltus
from test_sweep import VALUES, middle

if __name__ == "__main__":
    with MPIPoolExecutor() as pool:
        found = saltus.sweep(saltus.load(DECAY), VALUES, middle, pool, tol=1e-5)
    print(*[repr(v) for v in found["half"].tolist()])
