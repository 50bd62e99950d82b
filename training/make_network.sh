#!/usr/bin/env bash
# Makes a network for a game from nothing. Each generation plays training games with the evaluation of the one before, trains a
# network with them, and plays a match between the two. It ends when a match shows no gain, or after GENERATIONS.
#
#     training/make_network.sh jesonmor target/training/jesonmor
#
# Interrupted, it goes on where it was. These variables change how it works:
set -euo pipefail
cd "$(dirname "$0")/.."

: "${POSITIONS:=2000000}"  # positions for each generation
: "${NODES:=1500}"         # nodes for each move of the training games
: "${EPOCHS:=10}"          # how often training sees each position
: "${GAMES:=200}"          # games of the match between generations
: "${MATCH:=nodes=20000}"  # the limit for each move of the match
: "${GENERATIONS:=5}"      # the most generations
: "${THREADS:=$(nproc)}"   # games at the same time
: "${PYTHON:=python3}"     # a Python with PyTorch
: "${SANBAN:=target/release/sanban}"

if [ $# != 2 ]; then
  echo "usage: training/make_network.sh GAME FOLDER" >&2
  exit 2
fi
game=$1 folder=$2
mkdir -p "$folder"
[ -x "$SANBAN" ] || cargo build --release -p sanban

before=$("$SANBAN" games --json | "$PYTHON" -c '
import json, sys
games = {game["id"]: game for game in json.load(sys.stdin)["games"]}
print(next(name for name in games[sys.argv[1]]["evaluations"] if name != "network"))' "$game")
for generation in $(seq "$GENERATIONS"); do
  network=$folder/$generation.network
  "$SANBAN" selfplay "$game" --out "$folder/$generation.positions" --positions "$POSITIONS" --nodes "$NODES" \
    --threads "$THREADS" --seed "$generation" --eval "$before"
  if ! [ -e "$network" ]; then
    "$PYTHON" training/train.py "$folder/$generation.positions" --out "$network.new" --epochs "$EPOCHS" \
      --log "$folder/$generation.csv" --loss-curve "$folder/$generation.svg"
    mv "$network.new" "$network"
  fi
  "$SANBAN" match "$game" --first "engine:$MATCH,eval=$network" --second "engine:$MATCH,eval=$before" \
    --games "$GAMES" --openings random:6 --concurrency "$THREADS" --save "$folder/$generation.games" | tee "$folder/$generation.match"
  read -r wins losses < <(sed -nE 's/^score: ([0-9]+)-[0-9]+-([0-9]+).*/\1 \2/p' "$folder/$generation.match")
  if [ "$wins" -le "$losses" ]; then
    echo "Generation $generation is no stronger than the one before: $before is the best."
    exit
  fi
  before=$network
done
echo "The best network is $before."
