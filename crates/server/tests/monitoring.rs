//! What operators watch the server with: metrics, and the alert rules in `deploy/`.

mod common;

use common::Server;
use common::skip::skip;
use futures_util::SinkExt;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tokio_tungstenite::tungstenite::Message;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(project().join(path)).unwrap()
}

/// The value of a metric, with its labels in the order in which it has them.
fn value(metrics: &str, name: &str) -> f64 {
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} in {metrics}")).parse().unwrap()
}

/// The metrics of a server that has done a little of everything.
async fn metrics() -> String {
    let server = Server::start().await;
    let mut ana = server.account("Ana").await;
    let game = json!({"game": "jesonmor", "opponent": "level:1", "seat": "first"});
    let game = ana.create(game).await;
    assert_eq!(ana.play(&game, "a1b3", 0).await.status, 200);
    while ana.state(&game).await["moves"].as_array().unwrap().len() < 2 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let wrong = json!({"name": "Ana", "passphrase": "wrong stable"});
    assert_eq!(server.guest().await.post("/api/session", wrong).await.status, 403);
    let deletion = json!({"passphrase": "wrong stable"});
    assert_eq!(ana.post("/api/account/deletion", deletion).await.status, 403);
    assert_eq!(server.stranger().request("STEAL", "/api/me", None).await.status, 405);
    let mut socket = ana.socket().await;
    for _ in 0..300 {
        // The server disconnects it.
        let _ = socket.stream.feed(Message::Ping(Default::default())).await;
    }
    let _ = socket.stream.flush().await;
    while socket.receive().await.is_some() {}
    server.stranger().get("/metrics").await.text
}

#[tokio::test]
async fn measures_what_the_server_does() {
    let metrics = metrics().await;
    for (name, expected) in [
        ("sanban_failed_logins_total", 2.0),
        ("sanban_dropped_connections_total{reason=\"flooding\"}", 1.0),
        ("sanban_dropped_connections_total{reason=\"slow\"}", 0.0),
        ("sanban_store_healthy", 1.0),
        ("sanban_store_failures_total", 0.0),
        ("sanban_computer_wait_seconds_count{lane=\"light\"}", 1.0),
        ("sanban_computer_wait_seconds_count{lane=\"heavy\"}", 0.0),
        ("sanban_computer_searches_waiting{lane=\"light\"}", 0.0),
        ("sanban_http_requests_total{route=\"/api/account\",method=\"POST\",status=\"201\"}", 1.0),
        ("sanban_http_requests_total{route=\"/api/session\",method=\"POST\",status=\"403\"}", 1.0),
        ("sanban_http_requests_total{route=\"/api/games/{id}/commands\",method=\"POST\",status=\"200\"}", 1.0),
        ("sanban_http_requests_total{route=\"/api/me\",method=\"other\",status=\"405\"}", 1.0),
        ("sanban_http_requests_total{route=\"/api/socket\",method=\"GET\",status=\"101\"}", 1.0),
        ("sanban_http_request_duration_seconds_count{route=\"/api/account\"}", 1.0),
    ] {
        assert_eq!(value(&metrics, name), expected, "{name} in {metrics}");
    }
    for name in ["sanban_database_bytes", "sanban_wal_bytes", "sanban_turns_total"] {
        assert!(value(&metrics, name) > 0.0, "{name} in {metrics}");
    }
}

/// Runs promtool on an input, and returns what it prints and whether it succeeds. If it isn't installed, the
/// test is skipped.
fn promtool(args: &[&str], input: &str) -> Option<(bool, String)> {
    let mut command = Command::new("promtool");
    command.args(args).current_dir(project()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        skip("promtool is not installed");
        return None;
    };
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    Some((output.status.success(), String::from_utf8(text).unwrap()))
}

#[tokio::test]
async fn prometheus_can_read_the_metrics() {
    let metrics = metrics().await;
    let Some((_, complaints)) = promtool(&["check", "metrics"], &metrics) else { return };
    // In OpenMetrics, the help of a counter is under its name without `_total`, which this check doesn't know.
    let others = complaints.lines().filter(|line| !line.ends_with("_total no help text"));
    assert_eq!(others.collect::<Vec<_>>(), [""; 0], "{metrics}");
    // This import has a strict parser of OpenMetrics. It needs times.
    let with_time =
        |line: &str| if line.starts_with('#') { format!("{line}\n") } else { format!("{line} 1700000000\n") };
    let folder = tempfile::tempdir().unwrap();
    let [file, blocks] = ["metrics", "blocks"].map(|name| folder.path().join(name).display().to_string());
    std::fs::write(&file, metrics.lines().map(with_time).collect::<String>()).unwrap();
    let (succeeds, output) = promtool(&["tsdb", "create-blocks-from", "openmetrics", &file, &blocks], "").unwrap();
    assert!(succeeds, "{output}{metrics}");
}

#[test]
fn alert_rules_pass_their_tests() {
    for args in [["check", "rules", "deploy/alerts.yml"], ["test", "rules", "deploy/alerts.test.yml"]] {
        let Some((succeeds, output)) = promtool(&args, "") else { return };
        assert!(succeeds, "{output}");
    }
}

/// The names of the alerts.
fn alerts() -> Vec<String> {
    let rules = read("deploy/alerts.yml");
    let alerts: Vec<_> = rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    alerts.into_iter().map(str::to_string).collect()
}

#[test]
fn every_alert_has_tests_and_a_section_in_the_runbook() {
    let (rules, tests, runbook) = (read("deploy/alerts.yml"), read("deploy/alerts.test.yml"), read("docs/runbook.md"));
    let sections: Vec<&str> = runbook.lines().filter_map(|line| line.strip_prefix("### Sanban")).collect();
    let names: Vec<String> = alerts().iter().map(|alert| alert.replacen("Sanban", "", 1)).collect();
    assert_eq!(sections, names, "the runbook has the alerts in their order");
    for alert in alerts() {
        assert!(rules.contains(&format!("runbook: docs/runbook.md#{}\n", alert.to_lowercase())), "{alert}");
        for case in ["fires", "is quiet"] {
            assert!(tests.contains(&format!("- name: {alert} {case}\n")), "{alert} {case}");
        }
    }
}

#[tokio::test]
async fn the_server_has_every_metric_in_the_alert_rules() {
    let metrics = metrics().await;
    let present: BTreeSet<&str> = metrics
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(['{', ' ']).next().unwrap())
        .collect();
    let rules = read("deploy/alerts.yml");
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = rules.lines().filter(|line| !line.trim().starts_with('#')).flat_map(|line| line.split(|c| !is_part(c)));
    let used: BTreeSet<&str> =
        words.filter(|word| word.starts_with("sanban_") || word.starts_with("process_")).collect();
    assert!(used.len() > 10, "{used:?}");
    let missing: Vec<_> = used.difference(&present).collect();
    // Systems other than Linux don't have these.
    assert!(missing.iter().all(|name| !cfg!(target_os = "linux") && name.starts_with("process_")), "{missing:?}");
}

#[test]
fn the_memory_alert_knows_the_limit_of_the_unit() {
    assert!(read("deploy/sanban.service").contains("\nMemoryMax=1G\n"));
    assert!(read("deploy/alerts.yml").contains(&format!("0.8 * {}\n", 1u64 << 30)));
}

#[test]
fn only_the_servers_own_user_can_read_what_it_writes() {
    for unit in ["deploy/sanban.service", "deploy/sanban-worker.service"] {
        assert!(read(unit).contains("\nUMask=0077\n"), "{unit}");
    }
    assert!(read("deploy/sanban.service").contains("\nStateDirectoryMode=0700\n"));
}
