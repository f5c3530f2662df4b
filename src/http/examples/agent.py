"""An agent with memory over HTTP, with nothing but Python's standard library.

    emend up                                    prints a key
    EMEND_KEY=emend_... python3 agent.py "Which router do I have?"
    EMEND_KEY=emend_... python3 agent.py --again STEP      what stands for an answer by now

It remembers one fact, looks up what it knows, answers, and says what the answer rests on. So a fault in a
memory is traced to every answer that it reached. Where a repair has withdrawn something in the meantime, it reads again.
"""
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ.get("EMEND_SERVER", "http://127.0.0.1:8377")
KEY = os.environ["EMEND_KEY"]


class EmendError(Exception):
    """What the server refuses: `code` is what to decide by, `hint` says what to do."""

    def __init__(self, problem):
        super().__init__(f"{problem['code']}: {problem['detail']}. {problem['hint']}")
        self.code = problem["code"]
        self.is_retryable = problem["retryable"]


def call(method, path, body=None):
    """Ask the server. The idempotency key makes it safe to send the same again when the connection is lost."""
    headers = {"authorization": f"Bearer {KEY}"}
    if body is not None:
        headers |= {"content-type": "application/json", "idempotency-key": str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data=data, headers=headers, method=method)
    for attempt in range(3):
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise EmendError(json.load(error)) from None
        except urllib.error.URLError:
            if attempt == 2:
                raise


def think(question, memories):
    """Where a language model would be: the best memory answers. Returns the answer and the memories that it used."""
    if not memories:
        return "I do not know.", []
    return memories[0]["content"], memories[:1]


def answer(question, user, session):
    """One turn: hear, read, answer, and cite what was used."""
    said = call("POST", "/v1/inputs", {"content": question, "sessionId": session, "userId": user})
    while True:
        found = call("POST", "/v1/memories/search", {"query": question, "sessionId": session, "userId": user})
        text, used = think(question, found["results"])
        step = {
            "sessionId": session, "type": "final_answer", "content": text,
            "usedIds": [said["id"], found["readStepId"]] + [memory["id"] for memory in used],
        }
        try:
            return text, call("POST", "/v1/steps", step)["id"]
        except EmendError as error:
            if error.code != "withdrawn_evidence":
                raise
            # A repair took away what was read: what is left now may say something else.


def again(step):
    """What stands for an answer now: itself, or what a repair has made in its place. A stale one is made again."""
    path = "/v1/answers/" + urllib.parse.quote(step, safe="")
    now = call("GET", path + "/current")
    return call("POST", path + "/regenerate", {}) if now["isStale"] else now


def main():
    if len(sys.argv) > 2 and sys.argv[1] == "--again":
        print(json.dumps(again(sys.argv[2])))
        return
    user, session = "ana", f"python-{uuid.uuid4()}"
    call("POST", "/v1/memories", {"content": "The router of Ana is an AX-200.", "userId": user, "source": "tool_observation"})
    text, step = answer(sys.argv[1] if len(sys.argv) > 1 else "Which router does Ana have?", user, session)
    print(json.dumps({"answer": text, "step": step, "session": session}))


if __name__ == "__main__":
    main()
