#!/usr/bin/env python3
"""A bot that plays one side fairly, by what its side is told and nothing else (docs/protocol.md); Python 3.8 or newer alone."""
import argparse, heapq, json, subprocess, sys

ANSWERS = ["harm", "dodge", "guard", "mend", "control", "aid", "move", "wait", "other"]  # what it answers, best first


class Referee:
    """A session: one request a line, one reply a line."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, cmd, **fields):
        self.process.stdin.write(json.dumps({"cmd": cmd, **fields}) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if not reply["ok"]:
            sys.exit(f"{cmd} {fields}: {reply.get('error') or reply['diagnostics']}")
        return reply


def worth(row, state, friends, foes):
    """What an order brings: harm to foes, points for friends; of the answers that others may give, the worst counts."""
    def of(branch):
        whole, total = int(branch["whole"]), 0  # weights beyond 2^53 are text
        for number, target in branch["targets"].items():
            who = state["creatures"].get(number, {"side": None, "bystander": False})
            sign = -1 if who["side"] in friends or who["bystander"] else who["side"] in foes
            healed = sum(points * int(weight) for points, weight in target["healing"]) / whole
            total += sign * (int(target["mean_hundredths"]) / 100 + 10 * int(target["drops"]) / whole - healed)
        return total
    return min(map(of, row.get("forecast", {}).get("branches", [])), default=0)


def ways(board, goals):
    """How far each square is from the nearest goal, roughly: walls stop, things in the way cost more."""
    stops = {(*edge["of"], edge["side"]) for edge in board["edges"] if edge.get("door") != "open"}
    things = [thing for thing in board["objects"].values() if thing["blocks"] and thing["door"] != "open"]
    full = {tuple(at) for thing in things for at in thing["squares"]}
    far, queue = {}, [(0, *at) for at in goals]
    while queue:
        cost, x, y = heapq.heappop(queue)
        inside = 0 <= x < board["width"] and 0 <= y < board["height"]
        if (x, y) in far or not inside or board["grounds"][board["ground"][y][x]]["solid"]:
            continue
        far[x, y] = cost
        for i, j, edge in ((x, y - 1, (x, y, "north")), (x, y + 1, (x, y + 1, "north")), (x - 1, y, (x, y, "west")), (x + 1, y, (x + 1, y, "west"))):
            heapq.heappush(queue, (cost + 1 + 5 * (edge in stops) + 5 * ((x, y) in full), i, j))
    return far


def choose(referee, state, side, done):
    """The next order: what harms foes most, else what mends, else the way to the goals, else the end of the turn."""
    friends = {side, *next(row["allies"] for row in state["sides"] if row["id"] == side)}
    foes = {row["id"] for row in state["sides"] if not row["neutral"]} - friends
    parts = [part for stake in state["stakes"] for part in stake.get("parts", [stake])]
    goals = [part for part in parts if part["side"] == side and part.get("squares")]
    if any(goal["kind"] in ("escape", "carry_out") for goal in goals):
        for row in referee.ask("legal", purpose="leave")["legal"]:
            return row["order"]
    for purpose in ("harm", "mend"):
        rows = referee.ask("legal", purpose=purpose, forecast=True, budget=1500)["legal"]
        best = max(rows, key=lambda row: worth(row, state, friends, foes), default={})
        if worth(best, state, friends, foes) > 0:
            return best["order"]
    legal = referee.ask("legal")["legal"]
    enemies = [one["at"] for one in state["creatures"].values() if one["side"] in foes and one["status"] == "standing"]
    far = ways(referee.ask("board")["board"], [at for goal in goals for at in goal["squares"]] or enemies)
    moves = [row["order"] for row in legal if "move" in row["order"]]
    away = lambda at: far.get(tuple(at), 9999)
    near = lambda number: away(state["creatures"][str(number)]["at"])
    move = min(moves, key=lambda order: away(order["move"]["to"]), default=None)
    if move and away(move["move"]["to"]) < near(move["move"]["creature"]):
        return move
    wanted = ("arm", "interact", "sprint") if near(state["active"]) > 2 else ("arm",)
    helps = [row["order"] for row in legal if row["purpose"] in wanted and row["order"] not in done]
    return helps[0] if helps and len(done) < 20 else next(row["order"] for row in legal if "end_turn" in row["order"])


def main():
    args = argparse.ArgumentParser(description=__doc__)
    defaults = {"level": "levels/first-fight.toml", "side": "watch", "ruleset": None, "seed": 1, "program": "target/debug/battlemat"}
    for name, default in defaults.items():
        args.add_argument("--" + name, default=default, type=int if name == "seed" else str, help=f"default: {default}")
    args = args.parse_args()
    referee, orders, turn, done = Referee(args.program), 0, None, []
    state = referee.ask("load", level=args.level, ruleset=args.ruleset, seed=args.seed, others="greedy", **{"as": args.side})["state"]
    while not state["outcome"]:
        if turn != (state["round"], state["active"]):
            turn, done = (state["round"], state["active"]), []
        if state["side_to_move"] != args.side:  # the fight goes on without the side
            reply = referee.ask("wait", state=True)
        elif state["decision"]:
            choices = state["decision"]["choices"]
            liked = [choice for purpose in ANSWERS for choice in choices if choice["purpose"] == purpose] or choices[-1:]
            reply = referee.ask("answer", choice=liked[0]["key"], state=True)
        else:
            done.append(choose(referee, state, args.side, done))
            reply = referee.ask("order", order=done[-1], state=True)
        state, orders = reply["state"], orders + 1
    winners = ", ".join(state["outcome"]["winners"]) or "nobody"
    print(f"{state['outcome']['reason']}. Won: {winners}. {args.side} spoke {orders} times in {state['round']} rounds.")


if __name__ == "__main__":
    main()
