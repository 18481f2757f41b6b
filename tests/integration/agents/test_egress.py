"""A command may speak to the hosts that it is allowed to, and to no others."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

SCRIPT = """\
#!/bin/bash
ask() {{ curl -s --noproxy '' "$@" -o - -w ' %{{http_code}} %{{http_connect}}\\n'; }}
{{
ask http://localhost:{port}/plain
ask -p http://localhost:{port}/tunnel
ask http://localhost:{other}/plain
ask -p http://127.0.0.1:{port}/tunnel
curl -s --noproxy '*' http://localhost:{port}/ || echo no other way
}} > answers.txt
"""


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        body = f"served {self.path} {self.headers.get('Connection', 'open')}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        return


@pytest.fixture
def services():
    """Two services on this machine's loopback address; their ports."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Service) for _ in range(2)]
    threads = [threading.Thread(target=it.serve_forever, args=(0.05,)) for it in servers]
    for thread in threads:
        thread.start()
    yield [it.server_port for it in servers]
    for server, thread in zip(servers, threads, strict=True):
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_command_reaches_the_hosts_on_its_list_alone_and_each_try_is_logged(
    evaluate, tmp_path, services
):
    port, other = services
    script = tmp_path / "agent.sh"
    script.write_text(SCRIPT.format(port=port, other=other))
    script.chmod(0o755)

    ran = evaluate(f"command:{script}", egress=(f"localhost:{port}",))

    answers = [line[1:] for line in ran.patch.splitlines() if line.startswith("+") and " " in line]
    assert answers[-5:] == [
        "served /plain close 200 000",
        "served /tunnel open 200 200",
        " 403 000",
        " 000 403",
        "no other way",
    ], ran.said
    log = (ran.folder / "egress.log").read_text().splitlines()
    assert [line.split(" ", 1)[1] for line in log] == [
        f"allowed GET localhost:{port}",
        f"allowed CONNECT localhost:{port}",
        f"refused GET localhost:{other}",
        f"refused CONNECT 127.0.0.1:{port}",
    ]
