//! The address of a NATS server.

use async_nats::{ConnectOptions, ServerAddr};
use percent_encoding::percent_decode_str;

/// The address of a NATS server, and how to log in there. It is read from a URL such as `nats://HOST:4222`,
/// `nats://USER:PASSWORD@HOST:4222` or `nats://TOKEN@HOST:4222`.
#[derive(Clone)]
pub struct NatsAddress {
    /// Without the credentials, so that whatever shows it can't show them.
    server: ServerAddr,
    credentials: Credentials,
}

#[derive(Clone)]
enum Credentials {
    None,
    User { name: String, password: String },
    Token(String),
}

impl NatsAddress {
    /// Parses a URL. An error says what is wrong with it, without a part of it.
    pub fn parse(url: &str) -> Result<NatsAddress, String> {
        let address: ServerAddr = url.parse().map_err(|error: std::io::Error| match url.contains('@') {
            true => format!("{error}; {ENCODING_RULE}"),
            false => error.to_string(),
        })?;
        let mut url = address.into_inner();
        if !["nats", "tls"].contains(&url.scheme()) {
            return Err("the address doesn't begin with nats://".into());
        }
        if !url.has_host() || !["", "/"].contains(&url.path()) || url.query().is_some() || url.fragment().is_some() {
            return Err(format!(
                "the address isn't nats://HOST:PORT or nats://USER:PASSWORD@HOST:PORT; {ENCODING_RULE}"
            ));
        }
        let credentials = match (url.username(), url.password()) {
            ("", None) => Credentials::None,
            (token, None) => Credentials::Token(decode(token)?),
            (name, Some(password)) => Credentials::User { name: decode(name)?, password: decode(password)? },
        };
        // These can't fail for an address with a host.
        let _ = (url.set_username(""), url.set_password(None));
        Ok(NatsAddress { server: ServerAddr::from_url(url).map_err(|error| error.to_string())?, credentials })
    }

    /// The address without the credentials.
    pub fn server(&self) -> &ServerAddr {
        &self.server
    }

    /// Adds the credentials to the options of a connection.
    pub fn authenticate(&self, options: ConnectOptions) -> ConnectOptions {
        match self.credentials.clone() {
            Credentials::None => options,
            Credentials::User { name, password } => options.user_and_password(name, password),
            Credentials::Token(token) => options.token(token),
        }
    }

    /// Why the server rejects a connection that it doesn't authorise.
    pub fn rejection(&self) -> &'static str {
        match self.credentials {
            Credentials::None => "it needs credentials, as in nats://USER:PASSWORD@HOST:PORT or nats://TOKEN@HOST:PORT",
            Credentials::User { .. } => "it rejects this user and password",
            Credentials::Token(_) => "it rejects this token",
        }
    }
}

/// How to write credentials.
const ENCODING_RULE: &str =
    "in users, passwords and tokens, write other characters than letters and digits as % codes, such as %40 for @";

/// Decodes the percent-encoded part of a URL.
fn decode(text: &str) -> Result<String, String> {
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.map(|text| text.into_owned()).map_err(|_| "the % codes in the user, password or token aren't UTF-8".into())
}

/// A URL without its credentials, to show it. It need not be valid.
pub fn without_credentials(url: &str) -> String {
    let Some((credentials, host)) = url.rsplit_once('@') else { return url.to_string() };
    match credentials.split_once("://") {
        Some((scheme, _)) => format!("{scheme}://{host}"),
        None => host.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The user, the password and the token of an address, and what it shows.
    fn parsed(url: &str) -> (String, String) {
        let address = NatsAddress::parse(url).unwrap_or_else(|error| panic!("{url}: {error}"));
        let credentials = match address.credentials {
            Credentials::None => "none".into(),
            Credentials::User { name, password } => format!("user {name}, password {password}"),
            Credentials::Token(token) => format!("token {token}"),
        };
        (credentials, address.server.as_url_str().to_string())
    }

    #[test]
    fn reads_credentials_and_keeps_them_out_of_the_address() {
        for (url, credentials, shown) in [
            ("nats://bus.example.org:4222", "none", "nats://bus.example.org:4222"),
            ("bus.example.org", "none", "nats://bus.example.org"),
            ("nats://ana:three%20words@bus:4222/", "user ana, password three words", "nats://bus:4222/"),
            ("nats://ana:p%40s%2Fs%3A%25@[::1]:4222", "user ana, password p@s/s:%", "nats://[::1]:4222"),
            ("tls://an%C3%A1:x@bus", "user aná, password x", "tls://bus"),
            ("nats://ana:@bus", "token ana", "nats://bus"),
            ("nats://s3cr3t%21@127.0.0.1:4222", "token s3cr3t!", "nats://127.0.0.1:4222"),
        ] {
            assert_eq!(parsed(url), (credentials.into(), shown.into()), "{url}");
        }
    }

    #[test]
    fn rejects_what_is_no_address_without_showing_it() {
        for url in [
            "nats://",
            "http://secret@bus",
            "ws://secret@bus",
            "nats://ana:sec/ret@bus:4222",
            "nats://secret/x@bus:4222",
            "nats://ana:secret#x@bus:4222",
            "nats://ana:%ff%fesecret@bus:4222",
            "nats://ana:secret@bus:port",
            "nats://bus:4222/path",
        ] {
            let error = NatsAddress::parse(url).err().unwrap_or_else(|| panic!("{url} is accepted"));
            assert!(!error.contains("secret") && !error.contains('\n'), "{url}: {error}");
        }
    }

    #[test]
    fn hides_credentials_of_any_text() {
        for (url, shown) in [
            ("nats://bus:4222", "nats://bus:4222"),
            ("nats://ana:secret@bus:4222", "nats://bus:4222"),
            ("tls://ana:sec@ret@bus", "tls://bus"),
            ("ana:secret@bus", "bus"),
            ("nonsense", "nonsense"),
        ] {
            assert_eq!(without_credentials(url), shown);
        }
    }
}
