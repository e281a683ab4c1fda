//! The hooks on recorded calls of each agent, their installation, and the server over pipes.

#[path = "exec/ground.rs"]
mod ground;

use ground::Ground;
use serde_json::{Value, json};
use std::fs;

fn hook(ground: &Ground, agent: &str, call: &Value) -> Option<Value> {
    let ran = ground.with_input(&["hook", agent, "--when", "always"], call.to_string().as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    (!ran.out.is_empty()).then(|| serde_json::from_slice(&ran.out).expect("the reply is JSON"))
}

fn code(ground: &Ground) -> String {
    fs::read_to_string(ground.root().join("code.rs")).expect("the file")
}

fn bash(ground: &Ground, command: &str, stdout: &str) -> Value {
    json!({
        "session_id": "s", "transcript_path": "t", "cwd": ground.root(), "prompt_id": "p", "permission_mode": "default",
        "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_use_id": "u", "duration_ms": 5,
        "tool_input": {"command": command, "description": "d"},
        "tool_response": {"stdout": stdout, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false},
    })
}

#[test]
fn claude_code_gets_its_own_object_back_with_one_picture() {
    let ground = Ground::new();
    let lines: Vec<&str> = code(&ground).leak().lines().skip(9).take(41).collect();
    let reply =
        hook(&ground, "claude-code", &bash(&ground, "sed -n '10,50p' code.rs", &lines.join("\n"))).expect("pages");
    let output = &reply["hookSpecificOutput"];
    assert_eq!(output["hookEventName"], "PostToolUse");
    let object = &output["updatedToolOutput"];
    assert!(object["stdout"].as_str().expect("text").starts_with("data:image/png;base64,"));
    assert_eq!(
        (&object["isImage"], &object["stderr"], &object["interrupted"]),
        (&json!(true), &json!(""), &json!(false))
    );
    assert_eq!(object.as_object().expect("an object").len(), 5);
    assert!(output["additionalContext"].as_str().expect("text").contains("code.rs lines 10-50, page 1 of 1"));
}

#[test]
fn claude_code_keeps_what_is_no_certain_window() {
    let ground = Ground::new();
    assert_eq!(hook(&ground, "claude-code", &bash(&ground, "cargo test", "ok")), None);
    assert_eq!(hook(&ground, "claude-code", &bash(&ground, "cat code.rs", "not the file")), None);
    let mut call = bash(&ground, "cat code.rs", code(&ground).trim_end());
    call["tool_response"]["stderr"] = json!("warning");
    assert_eq!(hook(&ground, "claude-code", &call), None);
    assert_eq!(hook(&ground, "claude-code", &json!({"cwd": "/"})), None);
    assert_eq!(hook(&ground, "claude-code", &json!([1])), None);
}

#[test]
fn claude_code_s_read_tool_gets_an_image_file() {
    let ground = Ground::new();
    let content: Vec<String> = code(&ground).lines().skip(4).take(40).map(str::to_owned).collect();
    let call = json!({
        "cwd": ground.root(), "hook_event_name": "PostToolUse", "tool_name": "Read",
        "tool_input": {"file_path": ground.root().join("code.rs"), "offset": 5, "limit": 40},
        "tool_response": {"type": "text", "file": {"filePath": ground.root().join("code.rs"),
            "content": content.join("\n"), "numLines": 40, "startLine": 5, "totalLines": 121}},
    });
    let reply = hook(&ground, "claude-code", &call).expect("a page");
    let object = &reply["hookSpecificOutput"]["updatedToolOutput"];
    assert_eq!((&object["type"], &object["file"]["type"]), (&json!("image"), &json!("image/png")));
    let dimensions = &object["file"]["dimensions"];
    assert_eq!(dimensions["originalWidth"], dimensions["displayWidth"]);
    assert!(object["file"]["base64"].as_str().expect("text").starts_with("iVBOR"));
}

#[test]
fn codex_runs_reads_under_exec_and_nothing_else() {
    let ground = Ground::new();
    let call = |command: &str| json!({"cwd": ground.root(), "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}});
    let reply = hook(&ground, "codex", &call("sed -n '1,40p' code.rs")).expect("a new command");
    let output = &reply["hookSpecificOutput"];
    assert_eq!(output["permissionDecision"], "allow");
    assert_eq!(
        output["updatedInput"]["command"],
        r"codeshot exec --agent codex --when always -- 'sed -n '\''1,40p'\'' code.rs'"
    );
    for other in ["rm -rf core", "cargo test", "cat code.rs; rm code.rs", "cat .env", "cat code.rs > x"] {
        assert_eq!(hook(&ground, "codex", &call(other)), None, "{other}");
    }
}

#[test]
fn gemini_is_told_the_paths_and_opencode_gets_attachments() {
    let ground = Ground::new();
    let text = code(&ground);
    let report = format!("Command: cat code.rs\nDirectory: (root)\nOutput: {text}\nError: (none)\nExit Code: 0");
    let call = json!({"cwd": ground.root(), "hook_event_name": "AfterTool", "tool_name": "run_shell_command",
        "tool_input": {"command": "cat code.rs"}, "tool_response": {"llmContent": report, "returnDisplay": text}});
    let reply = hook(&ground, "gemini", &call).expect("paths");
    assert_eq!(reply["decision"], "deny");
    assert!(reply["reason"].as_str().expect("text").contains("code.rs lines 1-"));
    let call = json!({"directory": ground.root(), "tool": "bash", "args": {"command": "echo a; cat code.rs"},
        "output": {"output": format!("a\n{text}")}});
    let reply = hook(&ground, "opencode", &call).expect("attachments");
    assert!(reply["output"].as_str().expect("text").starts_with("a\n[picture 1: code.rs lines 1-"));
    assert_eq!(reply["attachments"][0]["mime"], "image/png");
}

#[test]
fn installing_merges_and_uninstalling_leaves_no_trace() {
    let ground = Ground::new();
    let file = ground.root().join(".claude/settings.json");
    let install = |what: &str, more: &[&str]| ground.run(&[&["hook", what, "--agent", "claude-code"], more].concat());
    assert!(install("install", &["--dry-run"]).text().contains("would be written"));
    assert!(!file.exists());
    install("install", &[]);
    install("install", &[]);
    let text = fs::read_to_string(&file).expect("settings");
    assert_eq!(text.matches("codeshot hook claude-code").count(), 1);
    install("uninstall", &[]);
    assert!(!file.exists());
    let own = json!({"model": "x", "hooks": {"PostToolUse": [{"matcher": "Edit", "hooks": [{"type": "command", "command": "fmt"}]}]}});
    fs::write(&file, own.to_string()).expect("settings");
    install("install", &[]);
    install("uninstall", &[]);
    assert_eq!(serde_json::from_str::<Value>(&fs::read_to_string(&file).expect("settings")).expect("JSON"), own);
    fs::write(&file, "// not JSON").expect("settings");
    let ran = install("install", &[]);
    assert_eq!((ran.code, ran.err.contains("no plain JSON")), (Some(1), true));
}

#[test]
fn the_doctor_tells_what_is_missing_and_that_the_shape_is_right() {
    let ground = Ground::new();
    for agent in ["claude-code", "codex", "gemini", "opencode"] {
        let ran = ground.run(&["doctor", "--agent", agent, "--file", "no-such-file"]);
        assert_eq!(ran.code, Some(1));
        assert!(ran.text().contains("ok   a recorded call of the agent is answered"), "{}", ran.text());
        assert!(ran.text().contains(&format!("codeshot hook install --agent {agent}")), "{}", ran.text());
    }
    let config = format!("{}/docs/agents/mini-swe-agent-docker.yaml", env!("CARGO_MANIFEST_DIR"));
    let ran = ground.run(&["doctor", "--agent", "mswea", "--file", &config]);
    assert_eq!(ran.text().matches("ok   ").count(), 5 + usize::from(ran.text().contains("ok   codeshot is on")));
    fs::write(ground.root().join("bad.yaml"), "model:\n  model_class: litellm_response\n").expect("a file");
    let ran = ground.run(&["doctor", "--agent", "mswea", "--file", "bad.yaml"]);
    assert!(ran.text().matches("NOT  ").count() >= 5, "{}", ran.text());
}

/// Sends messages and takes the answers.
#[cfg(feature = "serve")]
fn session(ground: &Ground, messages: &[Value]) -> Vec<Value> {
    let input: String = messages.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let ran = ground.with_input(&["mcp", "--root", "core"], input.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.text().lines().map(|line| serde_json::from_str(line).expect("an answer a line")).collect()
}

#[cfg(feature = "serve")]
#[test]
fn the_server_answers_as_clients_expect() {
    let ground = Ground::new();
    let request =
        |id: u64, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    let view =
        |id: u64, arguments: Value| request(id, "tools/call", json!({"name": "view_code", "arguments": arguments}));
    std::os::unix::fs::symlink("../code.rs", ground.root().join("core/out.rs")).expect("a link");
    fs::write(ground.root().join("core/.env"), "KEY=1\n").expect("a file");
    let answers = session(
        &ground,
        &[
            request(1, "server/discover", json!({})),
            request(
                2,
                "initialize",
                json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}),
            ),
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
            request(3, "tools/list", json!({})),
            view(4, json!({"path": "lib.rs", "start": 10, "end": 60, "ratio": 2.5})),
            view(5, json!({"path": "../code.rs"})),
            view(6, json!({"path": "out.rs"})),
            view(7, json!({"path": ".env"})),
            view(8, json!({"path": "lib.rs", "start": 9, "end": 3})),
            request(9, "tools/call", json!({"name": "estimate", "arguments": {"path": "lib.rs"}})),
            request(
                10,
                "tools/call",
                json!({"name": "render_text", "arguments": {"text": "fn main() {}", "name": "a.rs"}}),
            ),
            request(11, "tools/call", json!({"name": "nothing"})),
        ],
    );
    assert_eq!(answers.len(), 11);
    assert_eq!(answers[0]["error"]["code"], -32601);
    assert_eq!(answers[1]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answers[2]["result"]["tools"].as_array().expect("a list").len(), 3);
    let content = answers[3]["result"]["content"].as_array().expect("a list");
    assert!(content[0]["text"].as_str().expect("text").starts_with("lib.rs lines 10-60, page 1 of"));
    assert_eq!((&content[1]["type"], &content[1]["mimeType"]), (&json!("image"), &json!("image/png")));
    for (index, part) in [(4, "not inside"), (5, "not inside"), (6, "secrets"), (7, "no range")] {
        assert_eq!(answers[index]["result"]["isError"], true, "{index}");
        let text = answers[index]["result"]["content"][0]["text"].as_str().expect("text");
        assert!(text.contains(part), "{text}");
    }
    assert!(answers[8]["result"]["content"][0]["text"].as_str().expect("text").contains("\"visual_tokens\""));
    assert_eq!(answers[9]["result"]["content"][1]["type"], "image");
    assert_eq!(answers[10]["error"]["code"], -32602);
}
