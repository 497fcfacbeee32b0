#!/usr/bin/env python3
"""Two builds of the game side by side, in turn: what players and computer wait for, in processor time.

    scripts/speed.py OLD NEW [forecast] [reach] [legal] [battles] [memory]

Prints the least of several runs of each and how many times as fast the new one is. Run it in the folder of the levels.
"""
import json
import os
import re
import subprocess
import sys

LEVELS = sorted(name for name in os.listdir("levels") if name.endswith(".toml"))
RULESETS = ("sol", "essence")


class Referee:
    def __init__(self, binary, level, ruleset, seed=3):
        self.process = subprocess.Popen([binary, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.loaded = self.ask({"cmd": "load", "level": "levels/" + level, "ruleset": ruleset, "seed": seed})["ok"]

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def milliseconds(self):
        with open(f"/proc/{self.process.pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e6

    def kilobytes(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(next(line for line in file if line.startswith("VmRSS")).split()[1])

    def timed(self, request):
        before = self.milliseconds()
        reply = self.ask(request)
        return self.milliseconds() - before, reply

    def end(self):
        self.process.kill()
        self.process.wait()


def give(referee, order):
    if "answer" in order:
        return referee.ask({"cmd": "answer", "choice": order["answer"]["choice"]})
    return referee.ask({"cmd": "order", "order": order})


def shot(binary, level, ruleset, weapon, answered):
    """A battle in which the first shot with such a weapon is legal, or the first that can be answered, and that shot."""
    referee = Referee(binary, level, ruleset)
    for _ in range(60 if referee.loaded else 0):
        orders = [one["order"] for one in referee.ask({"cmd": "legal"})["legal"]]
        for order in orders:
            act = order.get("act") if isinstance(order, dict) else None
            if act and act["action"] == "attack" and act.get("target") and weapon in str(act.get("with")):
                forecast = referee.ask({"cmd": "forecast", "order": order}) if answered else None
                if forecast is None or len(forecast["forecast"]["branches"]) > 1:
                    return referee, order
                break
        give(referee, orders[-1])
    referee.end()
    return None, None


def row(name, old, new, unit="ms", spread=None):
    more = f"   {old / new:6.2f} times" if new else ""
    print(f"{name:48} {old:10.2f} {new:10.2f} {unit}{more}   {spread or ''}", flush=True)


def forecasts(old, new):
    for level, weapon, answered in (
        ("first-fight.toml", "pistol", True),
        ("first-fight.toml", "", False),
        ("river-farm.toml", "", False),
        ("pump-room.toml", "", False),
    ):
        for ruleset in RULESETS:
            pair = [shot(binary, level, ruleset, weapon, answered) for binary in (old, new)]
            if any(order is None for _, order in pair):
                continue
            times = ([], [])
            for _ in range(15):
                for (referee, order), mine in zip(pair, times):
                    took, reply = referee.timed({"cmd": "forecast", "order": order})
                    mine.append(took)
            same = [order["act"].get("with") for _, order in pair]
            ways = sum(branch["whole"] for branch in reply["forecast"]["branches"])
            row(f"forecast {level} {ruleset} {same}", min(times[0]), min(times[1]),
                spread=f"exact {reply['forecast']['exact']}, {ways} ways")
            for referee, _ in pair:
                referee.end()


def reaches(old, new):
    """Where each creature of a great field gets to, as the referee tells it."""
    for ruleset in RULESETS:
        pair = [Referee(binary, "../benches/great-field.toml", ruleset) for binary in (old, new)]
        if not all(referee.loaded for referee in pair):
            continue
        state = pair[1].ask({"cmd": "state"})["state"]
        times, squares = ([], []), 0
        everybody = [int(one) for one in state["creatures"]]
        for creature in everybody:
            asked = {"cmd": "reach", "creature": creature}
            took = ([], [])
            # Somebody else first: the last answer is remembered.
            for _ in range(5):
                for referee, mine in zip(pair, took):
                    referee.ask({"cmd": "reach", "creature": everybody[creature == everybody[0]]})
                    mine.append(referee.timed(asked))
            if not all(reply["ok"] for mine in took for _, reply in mine):
                continue
            for mine, total in zip(took, times):
                total.append(min(spent for spent, _ in mine))
            squares += len(took[1][0][1]["squares"])
        row(f"reach of {len(times[0])} creatures on 64 x 64, {ruleset}", sum(times[0]), sum(times[1]), spread=f"{squares} squares")
        for referee in pair:
            referee.end()


def legals(old, new):
    for level in LEVELS:
        for ruleset in RULESETS:
            found = []
            for binary in (old, new):
                referee = Referee(binary, level, ruleset)
                if referee.loaded:
                    asked = {"cmd": "legal", "forecast": True}
                    times = [referee.timed(asked) for _ in range(2 if binary == old else 5)]
                    orders = times[0][1]["legal"]
                    told = [one["forecast"] for one in orders if "forecast" in one]
                    exact = sum(1 for one in told if one.get("exact"))
                    found.append((min(took for took, _ in times), len(orders), len(told), exact))
                referee.end()
            if len(found) == 2:
                (before, *_), (now, orders, told, exact) = found
                row(f"legal {level} {ruleset}", before, now, spread=f"{orders} orders, {exact} of {told} forecasts exact")


def used(command):
    """Processor time of a command in milliseconds, and how many orders it says were given."""
    before = os.times()
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    after = os.times()
    orders = int(re.search(r"^orders: (\d+)", said, re.MULTILINE).group(1))
    return 1000 * (after.children_user + after.children_system - before.children_user - before.children_system), orders


def battles(old, new):
    for player, games in (("random", 300), ("greedy", 25)):
        for level in ("first-fight.toml", "pump-room.toml"):
            for ruleset in RULESETS:
                times, orders = ([], []), [0, 0]
                for _ in range(3):
                    for which, binary in enumerate((old, new)):
                        command = [binary, "sim", "levels/" + level, "--ruleset", ruleset, "--seed", "1"]
                        took, given = used([*command, "--games", str(games), "--player", player])
                        times[which].append(took / games)
                        orders[which] = given / games
                before, now = min(times[0]), min(times[1])
                what = f"{player} players, {level} {ruleset}"
                row(f"a battle of {what}", before, now, spread=f"{1000 / now:.1f} a second")
                row(f"an order of {what}", 1000 * before / orders[0], 1000 * now / orders[1], unit="us",
                    spread=f"{orders[0]:.0f}, {orders[1]:.0f} orders a battle")


def memory(old, new):
    for ruleset in RULESETS:
        for binary, name in ((old, "old"), (new, "new")):
            referee = Referee(binary, "pump-room.toml", ruleset)
            held, orders, lines = [referee.kilobytes()], 0, []
            while orders < 2000:
                listed = referee.ask({"cmd": "legal", "action": "move"} if binary == new else {"cmd": "legal"})["legal"]
                moves = [one["order"] for one in listed if "move" in one["order"]]
                order = moves[orders * 7 % len(moves)] if moves and orders % 3 else None
                if order is None:
                    if listed and "answer" in listed[0]["order"]:
                        order = listed[-1]["order"]
                    else:
                        active = referee.ask({"cmd": "state"})["state"].get("active")
                        order = {"end_turn": {"creature": active}}
                if not give(referee, order)["ok"]:
                    break
                orders += 1
                if orders % 500 == 0:
                    held.append(referee.kilobytes())
            print(f"memory {ruleset} {name}: KiB after every 500 orders: {held}, {orders} orders", flush=True)
            referee.end()


if __name__ == "__main__":
    which = sys.argv[3:] or ["forecast", "reach", "legal", "battles", "memory"]
    for word, part in (("forecast", forecasts), ("reach", reaches), ("legal", legals), ("battles", battles), ("memory", memory)):
        if word in which:
            part(sys.argv[1], sys.argv[2])
