"""A provider on the loopback address: plays calls of tools in three providers' wire formats.

A call is a shell command, or the name and the arguments of a tool of an MCP server.
"""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from scripted_model import SHELLS

MCP = "mcp__bugsweep"
"""Before the names of the tools that the server `bugsweep` offers."""


def responses(body, answered, command):
    """What `POST /v1/responses` says."""
    if command is None:
        text = {"type": "output_text", "text": "Done.", "annotations": []}
        item = {"type": "message", "role": "assistant", "status": "completed", "content": [text]}
    else:
        item = {"type": "function_call", "call_id": f"call_{answered}", "status": "completed"}
        if isinstance(command, str):
            name = next(tool["name"] for tool in body["tools"] if tool.get("name") in SHELLS)
            item |= {"name": name, "arguments": json.dumps({SHELLS[name]: command})}
        else:
            name, arguments = command
            item |= {"namespace": MCP, "name": name, "arguments": json.dumps(arguments)}
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": body["model"],
        "status": "completed",
        "output": [{"id": f"item_{answered}", **item}],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": 1000,
            "input_tokens_details": {"cached_tokens": 400},
            "output_tokens": 50,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 1050,
        },
    }


def messages(body, answered, command):
    """What `POST /v1/messages` says."""
    names = [tool["name"] for tool in body.get("tools", ()) if tool["name"] in SHELLS]
    content = {"type": "tool_use", "id": f"toolu_{answered}"}
    if command is None or not names:
        content = {"type": "text", "text": "Done."}
    elif isinstance(command, str):
        arguments = {SHELLS[names[0]]: command, "description": "Go on"}
        content |= {"name": names[0], "input": arguments}
    else:
        content |= {"name": f"{MCP}__{command[0]}", "input": command[1]}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [content],
        "stop_reason": "tool_use" if content["type"] == "tool_use" else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 600, "cache_read_input_tokens": 400, "output_tokens": 50},
    }


def completions(body, answered, command):
    """What `POST /v1/chat/completions` says."""
    message = {"role": "assistant", "content": "Done."}
    if command is not None:
        name = next(
            tool["function"]["name"] for tool in body["tools"] if tool["function"]["name"] in SHELLS
        )
        function = {"name": name, "arguments": json.dumps({SHELLS[name]: command})}
        call = {"id": f"call_{answered}", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return {
        "id": "chat_1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {
            "prompt_tokens": 1000,
            "completion_tokens": 50,
            "total_tokens": 1050,
            "prompt_tokens_details": {"cached_tokens": 400},
        },
    }


def count_responses(body):
    return sum(item.get("type") == "function_call_output" for item in body["input"])


def count_messages(body):
    parts = [
        part
        for message in body["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
    ]
    return sum(part["type"] == "tool_result" for part in parts)


def count_completions(body):
    return sum(message["role"] == "tool" for message in body["messages"])


def stream_responses(answer):
    """The events of a whole answer."""
    yield {"type": "response.created", "response": {**answer, "output": []}}
    for index, item in enumerate(answer["output"]):
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": "response.completed", "response": answer}


def stream_messages(answer):
    """The events of a whole answer."""
    (content,) = answer["content"]
    yield {"type": "message_start", "message": {**answer, "content": [], "stop_reason": None}}
    if content["type"] == "text":
        empty, delta = {**content, "text": ""}, {**content, "type": "text_delta"}
    else:
        empty = {**content, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(content["input"])}
    yield {"type": "content_block_start", "index": 0, "content_block": empty}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    ended = {"stop_reason": answer["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": answer["usage"]}
    yield {"type": "message_stop"}


STREAMS = {"/v1/responses": stream_responses, "/v1/messages": stream_messages}

FORMATS = {
    "/v1/responses": (responses, count_responses),
    "/v1/messages": (messages, count_messages),
    "/v1/chat/completions": (completions, count_completions),
}


@contextmanager
def answering(reply):
    """Serve `POST` for a block, on loopback; gives the address.

    Args:
        reply: takes path, headers and body, and gives the kind and the bytes of an answer.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            kind, data = reply(self.path, dict(self.headers), body)
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def provider(commands):
    """Serve for a block; gives the address and the requests so far: path, headers, body."""
    seen = []

    def reply(path, headers, body):
        seen.append((path, headers, body))
        plain = path.partition("?")[0]
        answer, count = FORMATS[plain]
        answered = count(body)
        told = answer(body, answered, commands[answered] if answered < len(commands) else None)
        if not body.get("stream"):
            return "application/json", json.dumps(told).encode()
        events = STREAMS[plain](told)
        lines = (f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
        return "text/event-stream", "".join(lines).encode()

    with answering(reply) as address:
        yield address, seen
