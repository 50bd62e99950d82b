#!/usr/bin/env python3
"""A bot that plays on a Sanban server and needs only Python's standard library.

It uses the HTTP part of docs/protocol.md. It joins an open seek of its game, or creates one if there is none. Then it waits for
events and plays random moves from the list that `sanban moves` prints.

    python3 examples/bot.py http://127.0.0.1:8080 jinli --sanban target/release/sanban --games 1
"""

import argparse
import http.cookiejar
import json
import random
import subprocess
import time
import urllib.error
import urllib.request
import uuid


class Server:
    """A player's connection to a server."""

    def __init__(self, address, token=None):
        self.token = token
        self.address = address.rstrip("/")
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies)
        self.request("POST", "/api/me", {})

    def request(self, method, path, body=None, timeout=60):
        """Sends a request, and retries while the server is busy or unreachable."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        while True:
            request = urllib.request.Request(self.address + path, data, headers, method=method)
            try:
                with self.opener.open(request, timeout=timeout) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503):
                    raise SystemExit(f"{method} {path}: {json.load(error)['sentence']}") from error
                time.sleep(float(error.headers.get("retry-after", 1)))
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(1)

    def command(self, game, command):
        """Sends a command. Retries use the same id, so the server applies the command once."""
        body = {"id": uuid.uuid4().hex, "command": command}
        return self.request("POST", f"/api/games/{game}/commands", body)


def find_game(server, name):
    """Joins a seek of the game, or creates one."""
    for seek in server.request("GET", "/api/lobby")["seeks"]:
        if seek["game"] == name and not seek["rated"]:
            server.command(seek["id"], {"type": "join"})
            return seek["id"]
    return server.request("POST", "/api/games", {"game": name, "opponent": "anyone", "id": uuid.uuid4().hex})["id"]


def legal_moves(program, summary, position):
    """Returns the legal moves of a position, as listed by `sanban moves`."""
    command = [program, "moves", summary["game"], "--rules", summary["rules"], "--position", position]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")[:-1]


def play(server, game, program):
    """Plays a game to its end. Returns the result and the reason."""
    number = 0
    while True:
        updates = server.request("GET", f"/api/games/{game}/events?after={number}&wait=25")["updates"]
        if not updates:
            continue
        number = updates[-1]["number"]
        state = updates[-1]["state"]
        summary = server.request("GET", f"/api/games/{game}")["summary"]
        if state["result"]:
            return state["result"], state["reason"]
        if summary["state"] == "running" and state["toMove"] == summary["yours"]:
            chosen = random.choice(legal_moves(program, summary, state["position"]))
            server.command(game, {"type": "move", "move": chosen, "after": len(state["moves"])})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("address", help="where the server is")
    parser.add_argument("game", help="which game to play")
    parser.add_argument("--sanban", default="sanban", help="the program that lists legal moves")
    parser.add_argument("--games", type=int, default=1, help="how many games to play")
    parser.add_argument("--token", help="an API token of the bot's account; without one, it plays as a guest")
    options = parser.parse_args()
    server = Server(options.address, options.token)
    for _ in range(options.games):
        game = find_game(server, options.game)
        print(f"playing {options.address}/#/table/{game}", flush=True)
        result, reason = play(server, game, options.sanban)
        print(f"{result} ({reason})", flush=True)


if __name__ == "__main__":
    main()
