//! A record is refused, or comes back byte for byte once it is canonical.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sanban_core::record::Record;
use sanban_games::registry;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(record) = Record::parse(text) {
        let written = record.text();
        assert_eq!(Record::parse(&written).expect("what was written can be read").text(), written);
    }
    if let Ok((record, _)) = registry::read_record(text) {
        let written = record.text();
        assert_eq!(registry::read_record(&written).expect("what was written can be read").0.text(), written);
    }
});
