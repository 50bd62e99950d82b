//! Events and summaries as the JSON text that databases hold.

pub fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> sqlx::Result<T> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(format!("{error} in {text}").into()))
}

pub fn to_json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("what is stored can be serialised")
}
