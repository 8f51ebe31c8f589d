"""What the generated requests start from, and what every answer has to hold.

Requests to a batch or a session go, half of the time, to one that lives and with its secret, so
that they come past the door; the other half keeps the ids that the generator made up.
"""

import json
import os
import random
import urllib.request

import schemathesis

BASE = os.environ["PORTICO_URL"]
CHANCE = random.Random(1)


def open_batch():
    request = urllib.request.Request(
        f"{BASE}/v4/properties/1/booking-engine/new-batch-booking?count=1", method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


BATCHES = [open_batch() for _ in range(8)]


@schemathesis.hook
def map_case(context, case):
    if case is None or CHANCE.random() < 0.5:
        return case
    batch = CHANCE.choice(BATCHES)
    path = case.path_parameters or {}
    live = {
        "p": "1",
        "property_id": "1",
        "b": batch["batch_id"],
        "batch_id": batch["batch_id"],
        "s": batch["sessions"][0],
        "session_id": batch["sessions"][0],
    }
    for name in path:
        if name in live:
            path[name] = live[name]
    if case.headers is not None:
        case.headers["Authorization"] = f"Bearer {batch['token']}"
    return case


@schemathesis.check
def refusals_are_problems(ctx, response, case):
    """RFC 9457, with the sentence for the guest; nothing of the machine shows."""
    if response.status_code < 400:
        return
    kind = (response.headers.get("content-type") or [""])[0]
    assert kind.startswith("application/problem+json"), f"{response.status_code} as {kind!r}"
    body = json.loads(response.text)
    for field in ("type", "title", "status", "code", "message"):
        assert body.get(field), f"no {field} in {body}"
    assert body["status"] == response.status_code
