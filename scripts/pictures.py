#!/usr/bin/env python3
"""Draws pictures to be looked at one by one, such that every two of level, ruleset, state of the table, size of the window, size of the
letters and colours come together in one of them at least: some 140 where all together would be 13,440.

    cargo build && scripts/pictures.py target/debug/battlemat pictures

Battles are played by the referee until somebody can be aimed at and somebody is asked something; the dice, the choices and the set of
pictures depend on nothing, so that two runs of one program draw the same. What cannot be (an aim on the computer's turn, a question that a
ruleset does not ask) is left out and named. More: docs/testing.md.
"""

import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

SEED = 3
# No state of a battle is looked for beyond so many orders.
MOST = 45
PANELS = ["settings", "game-master", "report", "hand-over", "save-as", "take-back", "reckonings"]
FACTORS = {
    "level": sorted(path.stem for path in pathlib.Path("levels").glob("*.toml")),
    "ruleset": ["sol", "essence", "vigor", "momentum", "edge"],
    "state": ["rest", "hover", "aim", "blow", "question", "from-here", "later", *PANELS],
    "size": ["800x600", "1280x720", "1920x1080", "3840x2160"],
    "text": ["100", "200"],
    "look": ["plain", "contrast", "red-green", "blue-yellow"],
}


class Referee:
    """A session with the program over its protocol."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def choose(referee, state, rng):
    """An order that leads to a fight, and whether it is an attack on somebody: the nearer to a foe the better."""
    actor = state["active"]
    people = {int(key): creature for key, creature in state["creatures"].items()}
    own = people[actor]
    foes = [one["at"] for one in people.values() if one["side"] != own["side"] and one["status"] == "standing" and one.get("at")]
    legal = [entry["order"] for entry in referee.ask(cmd="legal", creature=actor)["legal"]]
    acts = [order["act"] for order in legal if "act" in order]
    strikes = [act for act in acts if act["action"] == "attack" and act.get("with") and act.get("target") in people]
    strikes = [act for act in strikes if people[act["target"]]["side"] != own["side"]]
    if strikes and rng.random() < 0.8:
        return {"act": rng.choice(strikes)}, people
    to = lambda order: order["move"].get("to") or order["move"]["path"][-1]
    far = lambda at: min(max(abs(at[0] - foe[0]), abs(at[1] - foe[1])) for foe in foes)
    moves = [order for order in legal if "move" in order] if foes else []
    best = min(moves, key=lambda order: far(to(order)), default=None)
    if best and far(to(best)) < far(own["at"]):
        return best, people
    return {"end_turn": {"creature": actor}}, people


def play(program, level, ruleset):
    """What leads to each state: all orders, an attack with those before it, those before a question, a walk with those before it."""
    referee, rng = Referee(program), random.Random(SEED)
    reply = referee.ask(cmd="load", level=f"levels/{level}.toml", ruleset=ruleset, seed=SEED)
    orders, found = [], {}
    decision = reply["state"].get("decision")
    while len(orders) < MOST and not {"attack", "question"} <= found.keys():
        state = referee.ask(cmd="state")["state"]
        if state.get("outcome"):
            break
        if decision:
            if decision.get("against"):
                found.setdefault("question", list(orders))
            order = {"answer": {"choice": decision["choices"][0]["key"]}}
        else:
            order, people = choose(referee, state, rng)
            if "act" in order:
                found.setdefault("attack", (list(orders), order, people[order["act"]["target"]]["at"]))
            if "move" in order:
                to = order["move"].get("to") or order["move"]["path"][-1]
                found.setdefault("walk", (list(orders), to))
        reply = referee.ask(cmd="order", order=order)
        if not reply["ok"]:
            break
        orders.append(order)
        decision = reply.get("decision")
    referee.close()
    return {"all": orders, **found}


def covering(possible):
    """Rows in which every two values of two factors come together, as far as they can."""
    names, rng = list(FACTORS), random.Random(1)
    pairs = lambda row: {((a, row[a]), (b, row[b])) for a, b in itertools.combinations(names, 2)}
    needed = {
        ((a, x), (b, y)) for a, b in itertools.combinations(names, 2) for x in FACTORS[a] for y in FACTORS[b]
    }
    rows = []
    while needed:
        wanted = dict(rng.choice(sorted(needed)))
        tried = [{name: rng.choice(FACTORS[name]) for name in names} | wanted for _ in range(60)]
        row = max((row for row in tried if possible(row)), key=lambda row: len(pairs(row) & needed), default=None)
        if row is None:
            print("cannot be:", ", ".join(wanted.values()))
            needed.discard(tuple(wanted.items()))
            continue
        rows.append(row)
        needed -= pairs(row)
    return rows


def options(row, battle):
    """The arguments of `battlemat shot` for a row, and the orders before it."""
    state, out = row["state"], []
    orders = battle["all"][:8]
    if state == "aim":
        orders, attack, at = battle["attack"]
        out = ["--aim", attack["act"]["with"], "--hover", f"{at[0]},{at[1]}"]
    elif state == "blow":
        before, attack, _ = battle["attack"]
        orders, out = [*before, attack], ["--moment", "20"]
    elif state == "question":
        orders = battle["question"]
    elif state in ("hover", "from-here"):
        orders, at = battle.get("walk", ([], [5, 5]))
        out = ["--hover", f"{at[0]},{at[1]}"] + (["--from-here"] if state == "from-here" else [])
    elif state == "later":
        orders = battle["all"]
    elif state == "rest":
        orders = battle["all"][:3]
    else:
        out = ["--panel", state]
    looks = {"plain": [], "contrast": ["--contrast"]}
    out += looks.get(row["look"], ["--palette", row["look"]])
    out += ["--scale", "2"] if row["size"] == "3840x2160" else []
    return [*out, "--size", row["size"], "--text", row["text"]], orders


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    battles = {
        (level, ruleset): play(program, level, ruleset)
        for level in FACTORS["level"]
        for ruleset in FACTORS["ruleset"]
    }
    needs = {"aim": "attack", "blow": "attack", "question": "question"}
    possible = lambda row: needs.get(row["state"], "all") in battles[row["level"], row["ruleset"]]
    rows = covering(possible)
    for number, row in enumerate(rows):
        arguments, orders = options(row, battles[row["level"], row["ruleset"]])
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write("\n".join(map(json.dumps, orders)))
            file.flush()
            name = "-".join(row[name] for name in ("state", "level", "ruleset", "size", "text", "look"))
            path = folder / f"{number:03}-{name}.png"
            begin = [program, "shot", f"levels/{row['level']}.toml", "--ruleset", row["ruleset"], "--seed", str(SEED)]
            shot = [*begin, *arguments, "--orders", file.name, "--out", str(path)]
            done = subprocess.run(shot, capture_output=True, text=True)
            if done.returncode:
                print(f"{path.name}: {done.stderr.strip().splitlines()[-1]}")
    print(f"{len(rows)} pictures")


if __name__ == "__main__":
    main()
