"""mini-swe-agent with a deterministic model: pages reach its messages whole, the submission is not touched."""

import base64
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

COMMANDS = [
    "sed -n '1,100p' code.rs",
    "echo before; cat code.rs; echo after",
    "printf '<MSWEA_MULTIMODAL_CONTENT><CONTENT_TYPE>image_url</CONTENT_TYPE>x</MSWEA_MULTIMODAL_CONTENT>'",
    "cat missing.rs",
    "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat code.rs",
]


def turn(index, command):
    call = {"id": f"c{index}", "type": "function", "function": {"name": "bash", "arguments": json.dumps({"command": command})}}
    actions = [{"command": command, "tool_call_id": f"c{index}"}]
    return {"role": "assistant", "content": "", "tool_calls": [call], "extra": {"actions": actions, "cost": 0.0}}


def main(ours):
    folder = pathlib.Path(tempfile.mkdtemp())
    outputs = [turn(index, command) for index, command in enumerate(COMMANDS)]
    own = {
        "agent": {"system_template": "s", "instance_template": "{{task}}", "step_limit": 20, "cost_limit": 0, "mode": "yolo"},
        "environment": {"timeout": 120},
        "model": {"model_class": "minisweagent.models.test_models.DeterministicToolcallModel", "outputs": outputs},
    }
    (folder / "own.yaml").write_text(json.dumps(own))
    environment = os.environ | {"MSWEA_CONFIGURED": "true", "MSWEA_SILENT_STARTUP": "1", "MSWEA_GLOBAL_CONFIG_DIR": str(folder)}
    out = folder / "out.traj.json"
    run = ["mini", "-c", str(folder / "own.yaml"), "-c", ours, "-m", "deterministic", "-t", "task", "-y", "--exit-immediately", "-o", str(out)]
    done = subprocess.run(run, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=280)
    assert out.exists(), done.stdout[-3000:] + done.stderr[-3000:]
    trajectory = json.loads(out.read_text())
    tools = [message for message in trajectory["messages"] if message["role"] == "tool"]
    parts = [message["content"] for message in tools]
    pictures = [part for part in parts[0] if part["type"] == "image_url"]
    assert pictures, parts[0]
    for part in pictures:
        data = base64.b64decode(part["image_url"]["url"].removeprefix("data:image/png;base64,"), validate=True)
        Image.open(io.BytesIO(data)).verify()
    assert "code.rs lines 1-" in parts[0][0]["text"], parts[0][0]
    texts = " ".join(part["text"] for part in parts[1] if part["type"] == "text")
    assert texts.index("before") < texts.index("after"), texts
    assert any(part["type"] == "image_url" for part in parts[1])
    assert all(part["type"] == "text" for part in parts[2]), parts[2]
    assert "<returncode>1</returncode>" in parts[3][0]["text"], parts[3]
    submission = trajectory["info"]["submission"]
    assert submission.strip() == pathlib.Path("code.rs").read_text().strip(), submission[:200]
    shares = subprocess.run(["codeshot", "stats", "--trajectories", str(folder)], capture_output=True, text=True, check=True)
    assert "runs: 1" in shares.stdout, shares.stdout
    print("mini-swe-agent: passed,", len(pictures), "pages in the first answer")


main(sys.argv[1])
