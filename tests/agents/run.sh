#!/usr/bin/env bash
# End to end with real clients from PyPI: mini-swe-agent with a deterministic model, and the Python MCP client.
# Usage: tests/agents/run.sh PROGRAM. Makes its own virtual environment; exits 0 with a remark where that cannot be done.
set -euo pipefail
program=$(realpath "${1:?name the codeshot program}")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! python3 -m venv "$work/venv" || ! "$work/venv/bin/pip" install -q mini-swe-agent==2.4.6 mcp==2.3.0 pillow; then
  echo "agents: skipped, the clients cannot be installed here" >&2
  exit 0
fi
mkdir "$work/bin" "$work/repo"
ln -s "$program" "$work/bin/codeshot"
export PATH="$work/bin:$work/venv/bin:$PATH"
export PYTHONPATH="$here/../../docs/agents" PYTHONDONTWRITEBYTECODE=1
for line in $(seq 1 120); do
  echo "fn number_$line(left: u64) -> u64 { left.wrapping_mul($line) + $((line * 7)) }"
done >"$work/repo/code.rs"
cd "$work/repo"
git init -q
timeout 300 "$work/venv/bin/python" "$here/mswea.py" "$here/../../docs/agents/mini-swe-agent-local.yaml"
timeout 300 "$work/venv/bin/python" "$here/mcp_client.py"
echo "agents: all passed"
