"""A player of the line protocol (docs/protocol.md) that needs only Python's standard library: it plays at random.

ctv evaluate "program:python3 agents/examples/random_player.py" random
"""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    answer = {"id": question["id"]}
    if question["type"] == "start":
        random.seed(question["seed"])
        answer["state"] = "words"
    else:
        choice = random.choice(question["actions"])
        print(f"turn {question['turn']}: {choice['words']}", file=sys.stderr)
        answer["action"] = choice["action"]
    print(json.dumps(answer), flush=True)
