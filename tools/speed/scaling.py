"""Time of a step as mechanisms grow, ours and MuJoCo's in one run.

    python -m tools.speed.scaling [--sizes 10 100 1000] [--shapes chain tree] [--seconds 1]

A chain hinges n links one to the other; a tree branches in two at every link. Constraints are off.
Steps of both engines are interleaved; the table holds the fastest step of each, in microseconds.
MuJoCo reads no more than 498 elements inside each other and 6 degrees of freedom per body: chains
above 480 links get several hinges per link, and end at 2880 hinges.
"""
import argparse
import time

HINGE = '<joint axis="{} 1 {}"/>'
LINK = '<geom type="capsule" fromto="0 0 0 0 0 -.2" size=".02" mass="1"/>'


DEEPEST = 480


def chain(n):
    """n hinges, one below the other; None if MuJoCo could not read it."""
    per_link = -(-n // DEEPEST)
    if per_link > 6:
        return None
    links = [range(i, min(n, i + per_link)) for i in range(0, n, per_link)]
    bodies = [f'<body pos="0 0 {-.2 if link[0] else 0}">' + "".join(HINGE.format(i % 2, i % 3) for i in link) + LINK
              for link in links]
    return "".join(bodies) + "</body>" * len(links)


def tree(n):
    """n links in a balanced binary tree: link i hangs from link (i - 1) // 2."""
    out, stack = [], [("open", 0)]
    while stack:
        what, i = stack.pop()
        if what == "close":
            out.append("</body>")
            continue
        side = 0 if i == 0 else -.1 if i % 2 else .1
        out.append(f'<body pos="{side} 0 {-.2 if i else 0}">' + HINGE.format(i % 2, 0) + LINK)
        stack.append(("close", i))
        stack += [("open", c) for c in (2 * i + 2, 2 * i + 1) if c < n]
    return "".join(out)


SHAPES = {"chain": chain, "tree": tree}


def step_times(engines, xml, seconds):
    """The fastest step of each engine, in seconds, interleaved."""
    runs = []
    for engine in engines:
        m = engine.MjModel.from_xml_string(xml)
        m.opt.disableflags |= int(engine.mjtDisableBit.mjDSBL_CONSTRAINT)
        runs.append((engine, m, engine.MjData(m)))
    best = [float("inf")] * len(runs)
    end, rounds = time.perf_counter() + seconds, 0
    while rounds < 2 or time.perf_counter() < end:
        for k, (engine, m, d) in enumerate(runs):
            start = time.perf_counter()
            engine.mj_step(m, d)
            best[k] = min(best[k], time.perf_counter() - start)
        rounds += 1
    return best


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--sizes", type=int, nargs="+", default=[10, 100, 1000, 2880])
    ap.add_argument("--shapes", nargs="+", choices=SHAPES, default=list(SHAPES))
    ap.add_argument("--seconds", type=float, default=1.0, help="per row, at least two steps")
    a = ap.parse_args()
    import ferrodyn
    import mujoco

    print(f"{'shape':6} {'links':>6} {'mujoco us':>14} {'ferrodyn us':>14} {'ratio':>7}")
    for shape in a.shapes:
        for n in a.sizes:
            bodies = SHAPES[shape](n)
            if bodies is None:
                print(f"{shape:6} {n:6} MuJoCo reads no chain this long", flush=True)
                continue
            xml = f"<mujoco><worldbody>{bodies}</worldbody></mujoco>"
            theirs, ours = step_times((mujoco, ferrodyn), xml, a.seconds)
            print(f"{shape:6} {n:6} {theirs * 1e6:14.1f} {ours * 1e6:14.1f} {theirs / ours:7.2f}", flush=True)


if __name__ == "__main__":
    main()
