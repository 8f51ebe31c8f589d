"""What the generated requests start from, and what every answer has to hold.

Requests about a booking, an event, an activity or a stay that was looked up go, half of the time,
to one that lives and with its secret, so that they come past the door; the other half keeps the
ids that the generator made up. Only the operator's calls have no key.
"""

import datetime
import itertools
import json
import os
import random
import urllib.error
import urllib.parse
import urllib.request

import schemathesis

BASE = os.environ["PORTICO_URL"]
CHANCE = random.Random(1)
HOTEL = "/v4/properties/1"
ENGINE = f"{HOTEL}/booking-engine"
GUEST = {
    "first_name": "Ada",
    "last_name": "Fuzz",
    "email": "ada@example.com",
    "phone": "+12075550142",
    "street": "1 Quay",
    "city": "Old Harbour",
    "state": "ME",
    "zip_code": "04101",
    "country": "US",
}
ROOM = {"room_type_id": "DELUXE_KING", "rate_code_id": "FLEX", "number_of_adults": 2}
# Each its own nights, the next that are free: there are not so many rooms.
ARRIVALS = (datetime.date(2027, 2, 1) + datetime.timedelta(days=2 * stay) for stay in itertools.count())


def call(method, path, body=None, token=""):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def batch(room=True):
    """A booking of one session that holds a room, or none yet."""
    begun = call("POST", f"{ENGINE}/new-batch-booking?count=1")
    session = begun["sessions"][0]
    while room:
        day = next(ARRIVALS)
        nights = {"check_in_date": f"{day}", "check_out_date": f"{day + datetime.timedelta(days=2)}"}
        try:
            call("POST", f"{ENGINE}/new-booking/{session}/set-rate", ROOM | nights, begun["token"])
            break
        except urllib.error.HTTPError as refused:
            if refused.code != 409:
                raise
    return begun["token"], {"batch_id": begun["batch_id"], "session_id": session}


def stay():
    """A booked stay: its look-up, its letter."""
    token, ids = batch()
    room = {"session_id": ids["session_id"], "guest_data": GUEST, "defined_guarantee_type_id": "HOLD_18"}
    path = f"{ENGINE}/new-batch-booking/{ids['batch_id']}/commit"
    booked = call("POST", path, {"sessions": [room]}, token)[0]
    number = booked["confirmation_no"]
    found = call("GET", f"/enterprise/v4/web/manage-booking?conf_num={number}&last_name=Fuzz")
    letter = urllib.parse.parse_qs(urllib.parse.urlsplit(booked["letter_url"]).query)
    return None, {
        "request_id": found["request_token"],
        "conf_num": number,
        "last_name": "Fuzz",
        "confirmation_no": number,
        "token": letter["token"][0],
    }


def event():
    begun = call("POST", f"{HOTEL}/web/new-event", {"event_type_id": "MEETING"})
    return begun["token"], {"event_id": begun["event_id"], "session_id": begun["session_id"]}


def activity():
    wish = {"activity_instance_id": "SEALS.2026-12-12.1000"}
    begun = call("POST", f"{HOTEL}/web/new-activity-booking?adults=1", wish)
    return begun["token"], {"activity_map_id": begun["id"], "session_id": begun["session_id"]}


# The first part of an address that is in here says what lives there.
LIVE = {
    "/web/new-event/": [event() for _ in range(8)],
    "/web/new-activity-booking/": [activity() for _ in range(8)],
    "/enterprise/": [stay() for _ in range(8)],
    "/reports/": [stay() for _ in range(2)],
    "": [batch(room=number % 2 == 0) for number in range(8)],
}


@schemathesis.hook
def map_case(context, case):
    if case is None or CHANCE.random() < 0.5:
        return case
    token, ids = CHANCE.choice(next(live for part, live in LIVE.items() if part in case.path))
    for places in (case.path_parameters, case.query):
        for name in places or {}:
            if name in ids:
                places[name] = ids[name]
    if case.path_parameters and "property_id" in case.path_parameters:
        case.path_parameters["property_id"] = "1"
    if token and case.headers is not None:
        case.headers["Authorization"] = f"Bearer {token}"
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
