"""A provider on the loopback address: plays shell commands in three providers' wire formats."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from scripted_model import SHELLS


def responses(body, answered, command):
    """What `POST /v1/responses` says."""
    if command is None:
        text = {"type": "output_text", "text": "Done.", "annotations": []}
        item = {"type": "message", "role": "assistant", "status": "completed", "content": [text]}
    else:
        name = next(tool["name"] for tool in body["tools"] if tool.get("name") in SHELLS)
        item = {
            "type": "function_call",
            "call_id": f"call_{answered}",
            "name": name,
            "arguments": json.dumps({SHELLS[name]: command}),
            "status": "completed",
        }
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
    if command is None or not names:
        content = {"type": "text", "text": "Done."}
    else:
        arguments = {SHELLS[names[0]]: command, "description": "Go on"}
        content = {
            "type": "tool_use",
            "id": f"toolu_{answered}",
            "name": names[0],
            "input": arguments,
        }
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


FORMATS = {
    "/v1/responses": (responses, count_responses),
    "/v1/messages": (messages, count_messages),
    "/v1/chat/completions": (completions, count_completions),
}


@contextmanager
def provider(commands):
    """Serve for the length of the block; gives the address and the requests' headers so far."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append((self.path, dict(self.headers)))
            answer, count = FORMATS[self.path.partition("?")[0]]
            answered = count(body)
            command = commands[answered] if answered < len(commands) else None
            data = json.dumps(answer(body, answered, command)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
