"""An agent and a detector over SQL, with psycopg 3 or psycopg2 and nothing of emend's but its functions and views.

    DATABASE_URL=postgres://... EMEND_TENANT=acme python3 agent.py tell "The router of Ana is a BX-300."
    DATABASE_URL=postgres://... EMEND_TENANT=acme python3 agent.py ask "Which router does Ana have?"
    DATABASE_URL=postgres://... EMEND_TENANT=acme python3 agent.py doubt MEMORY "it came from a page that anybody may edit"
    DATABASE_URL=postgres://... EMEND_TENANT=acme python3 agent.py answer SESSION

A worker (emend worker) repairs what is doubted; `answer` then says what stands in the session.
"""
import json
import os
import sys
import uuid

try:
    import psycopg
except ImportError:
    import psycopg2 as psycopg


def connect():
    connection = psycopg.connect(os.environ["DATABASE_URL"])
    run(connection, "select emend.use_tenant(%s)", os.environ.get("EMEND_TENANT", "default"))
    return connection


def run(connection, statement, *values):
    """One statement; its rows, where it has any."""
    cursor = connection.cursor()
    cursor.execute(statement, values)
    return cursor.fetchall() if cursor.description else []


def record(connection, *items):
    """All of them or none, in this order; the same ids again change nothing."""
    run(connection, "select * from emend.record_steps(%s::jsonb)", json.dumps(items))


def tell(connection, content, user="ana"):
    """A memory, and the step that wrote it down from what the user said."""
    session, memory = f"sql-{uuid.uuid4()}", f"memory-{uuid.uuid4()}"
    said = {"kind": "input", "id": f"said-{uuid.uuid4()}", "session": session, "turn": 1, "user": user, "content": content}
    record(
        connection, said,
        {"kind": "step", "id": f"write-{uuid.uuid4()}", "session": session, "turn": 1, "type": "memory_write", "content": content,
         "used_ids": [said["id"]], "generated_memory_ids": [memory]},
        {"kind": "memory", "id": memory, "content": content, "source": "user_input", "user": user},
    )
    return {"memory": memory}


def ask(connection, question, user="ana"):
    """One turn. The step names what it used: the question, the read, and the memory that answers."""
    session = f"sql-{uuid.uuid4()}"
    said, read, answer = (f"{kind}-{uuid.uuid4()}" for kind in ("said", "read", "answer"))
    words = [word for word in question.lower().strip("?").split() if len(word) > 4]
    found = run(connection, """
        select memory, content from emend.memory_now
         where is_readable and content ilike any (%s) order by memory_id desc limit 1""", [f"%{word}%" for word in words])
    memories = [memory for memory, _ in found]
    text = found[0][1] if found else "I do not know."
    record(
        connection, {"kind": "input", "id": said, "session": session, "turn": 1, "user": user, "content": question},
        {"kind": "step", "id": read, "session": session, "turn": 1, "type": "memory_read", "content": question, "used_ids": memories,
         "query": {"text": question, "k": 1, "scope": {"user": user}}},
        {"kind": "step", "id": answer, "session": session, "turn": 1, "type": "final_answer", "content": text, "used_ids": [said, read] + memories},
    )
    return {"answer": text, "step": answer, "session": session, "memories": memories}


def doubt(connection, memory, evidence):
    """All that a detector does. When this is committed nobody retrieves the memory."""
    run(connection, "insert into emend.fault (memory_id, type, detector, evidence) values (%s, 'poisoned', 'agent.py', %s)", memory, evidence)
    return {"doubted": memory}


def answer(connection, session):
    """What stands as the answer of the session's last turn."""
    rows = run(connection, "select content, validity, is_repaired from emend.current_answer where session = %s order by turn desc limit 1", session)
    return [dict(zip(("answer", "validity", "is_repaired"), row)) for row in rows][0]


if __name__ == "__main__":
    verb = {"tell": tell, "ask": ask, "doubt": doubt, "answer": answer}[sys.argv[1]]
    with connect() as opened:  # commits where nothing went wrong
        print(json.dumps(verb(opened, *sys.argv[2:])))
