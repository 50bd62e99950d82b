//! The modules that the first page needs, so that browsers load them at once instead of finding them one by one.

use crate::Files;
use std::collections::BTreeSet;
use std::error::Error;

/// Where the list goes in `index.html`.
const PLACEHOLDER: &str = "<!-- modules of the first page -->";
/// What the page shows before the rules have arrived. Nothing else is as urgent.
const FIRST_PAINT: &str = "app/first-paint.js";
/// The modules that the first page starts with. The second is loaded on demand, like every page.
const ENTRIES: [&str; 2] = ["main.js", "pages/home.js"];

/// Writes the list into `index.html`.
pub fn insert(files: &mut Files) -> Result<(), Box<dyn Error>> {
    let mut urgent = BTreeSet::new();
    follow(files, FIRST_PAINT, &mut urgent)?;
    let mut modules = urgent.clone();
    for entry in ENTRIES {
        follow(files, entry, &mut modules)?;
    }
    let link = |name: &String, priority: &str| format!("<link rel=\"modulepreload\" href=\"{name}\"{priority}>");
    let mut links: Vec<String> = urgent.iter().map(|name| link(name, "")).collect();
    links.extend(modules.difference(&urgent).map(|name| link(name, " fetchpriority=\"low\"")));
    crate::replace_once(files, "index.html", PLACEHOLDER, &links.join("\n    "))
}

/// Adds a module and everything that it imports statically.
fn follow(files: &Files, name: &str, modules: &mut BTreeSet<String>) -> Result<(), Box<dyn Error>> {
    if !modules.insert(name.to_string()) {
        return Ok(());
    }
    let source = files.get(name).ok_or_else(|| format!("{name} is imported, but it doesn't exist"))?;
    for import in imports(str::from_utf8(source)?) {
        follow(files, &resolve(name, import), modules)?;
    }
    Ok(())
}

/// The addresses in a module's `import` and `export … from` statements, each of which begins a line.
fn imports(source: &str) -> Vec<&str> {
    let mut imports = Vec::new();
    let starts = |line: &str| ["import ", "export {", "export *"].iter().any(|start| line.starts_with(start));
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        if starts(line) {
            let statement = source[at..].split(';').next().unwrap_or_default();
            let quoted = statement.split(['"', '\'']).collect::<Vec<_>>();
            // An export without an address has no quotes.
            if let [.., address, _] = quoted[..] {
                imports.push(address);
            }
        }
        at += line.len();
    }
    imports
}

/// The name of a file that a module in another file imports by a relative address.
fn resolve(from: &str, address: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in address.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Files {
        list.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn lists_static_imports_once() {
        let mut files = files(&[
            ("index.html", "<head><!-- modules of the first page --></head>"),
            (
                "main.js",
                "// import nothing from \"./no.js\";\nimport { a,\n  b } from \"./app/a.js\";\nimport './app/b.js';\n",
            ),
            ("pages/home.js", "import { a } from \"../app/a.js\";\n/** @type {import(\"../app/type.js\").T} */\n"),
            ("pages/other.js", ""),
            ("app/first-paint.js", "import \"../lib/c.js\";\n"),
            (
                "app/a.js",
                "export * from \"../lib/c.js\";\nexport { x };\nconst other = () => import(\"../pages/other.js\");\n",
            ),
            ("app/b.js", "import \"./a.js\";\n"),
            ("lib/c.js", ""),
        ]);
        insert(&mut files).expect("a list");
        let index = String::from_utf8(files["index.html"].clone()).expect("text");
        let names: Vec<&str> =
            index.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect();
        assert_eq!(names, ["app/first-paint.js", "lib/c.js", "app/a.js", "app/b.js", "main.js", "pages/home.js"]);
        assert_eq!(index.matches("low").count(), 4, "only what is painted first is urgent");
    }

    #[test]
    fn names_a_missing_module() {
        let mut files = files(&[("app/first-paint.js", "import \"./gone.js\";\n")]);
        assert!(insert(&mut files).expect_err("missing").to_string().contains("gone.js"));
    }
}
