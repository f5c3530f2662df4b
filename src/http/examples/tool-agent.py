"""An agent whose tool lives in its own process, with nothing but Python's standard library.

    export EMEND_OUTBOUND_HOSTS=127.0.0.1:9000          in each terminal: allows the callback's host, which is no public one
    EMEND_SECRET_default__TOOLS=s3cret emend up          prints a key
    emend tool add firmware_lookup --effect pure --http http://127.0.0.1:9000/ --secret TOOLS
    TOOL_SECRET=s3cret EMEND_KEY=emend_... python3 tool-agent.py "Which firmware version should I install on my router model?"

It records what it reads, claims, plans, calls and answers, and serves its tool as an HTTP callback, so that a repair can call the
tool again with other arguments. Whoever calls it shows the secret, and an Idempotency-Key: what was done for a key is not done again.
Registering it once, as an administrator, is enough.
"""
import hmac
import http.server
import json
import os
import re
import sys
import threading
import urllib.request
import uuid

URL = os.environ.get("EMEND_SERVER", "http://127.0.0.1:8377")
KEY = os.environ["EMEND_KEY"]
SECRET = os.environ.get("TOOL_SECRET", "")
FIRMWARE = {"AX-200": "5.1.0", "BX-300": "7.2.4"}


def firmware_lookup(model):
    """The newest firmware version of a router model."""
    if model not in FIRMWARE:
        raise ValueError(f"there is no router model {model}")
    return {"model": model, "firmware_version": FIRMWARE[model]}


TOOLS = {"firmware_lookup": firmware_lookup}
DONE = {}


class Callback(http.server.BaseHTTPRequestHandler):
    """What a worker of emend calls: {"tool", "call", "arguments"}."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if not hmac.compare_digest(self.headers.get("authorization", ""), f"Bearer {SECRET}"):
            return self.answer(401, {"error": "show the secret"})
        key = self.headers["idempotency-key"]
        try:
            if key not in DONE:
                DONE[key] = TOOLS[body["tool"]](**body["arguments"])
            self.answer(200, DONE[key])
        except (KeyError, TypeError, ValueError) as error:
            self.answer(422, {"error": str(error)})
        print(json.dumps({"called": body["tool"], "arguments": body["arguments"], "key": key}), flush=True)

    def answer(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def emend(path, body):
    """Ask the server."""
    headers = {"authorization": f"Bearer {KEY}", "content-type": "application/json", "idempotency-key": str(uuid.uuid4())}
    request = urllib.request.Request(URL + path, data=json.dumps(body).encode(), headers=headers, method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def turn(question, user, session):
    """Hear, read, claim, plan, call, answer; each step says what it rests on."""
    said = emend("/v1/inputs", {"content": question, "sessionId": session, "userId": user})["id"]
    found = emend("/v1/memories/search", {"query": question, "sessionId": session, "userId": user})
    read, memories = found["readStepId"], found["results"]

    def step(type, content, used, **rest):
        return emend("/v1/steps", {"sessionId": session, "type": type, "content": content, "usedIds": used, **rest})["id"]

    # Where a language model would be: the best memory names the model of the router.
    best = memories[0]
    model = re.search(r"[A-Z]{2}-\d+", best["content"]).group()
    claim = step("claim", best["content"], [read, best["id"]])
    plan = step("plan", f"look up the firmware of {model}", [said, claim])
    call = {"name": "firmware_lookup", "callId": str(uuid.uuid4())}
    action = step("tool_action", f"firmware_lookup({model})", [plan], tool={**call, "args": {"model": model}})
    result = firmware_lookup(model)
    observation = step("tool_observation", json.dumps(result), [action], tool=call)
    answer = f"Model {model} firmware version is {result['firmware_version']}."
    return {"answer": answer, "step": step("final_answer", answer, [said, claim, observation]), "session": session}


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("TOOL_PORT", "9000"))), Callback)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    question = sys.argv[1] if len(sys.argv) > 1 else "Which firmware version should I install on my router model?"
    print(json.dumps({"port": server.server_port, **turn(question, "ana", f"python-{uuid.uuid4()}")}), flush=True)
    sys.stdin.read()  # serves its tool until whoever started it hangs up


if __name__ == "__main__":
    main()
