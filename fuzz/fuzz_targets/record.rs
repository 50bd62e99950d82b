//! A record is rejected, or its canonical text survives a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sanban_core::record::Record;
use sanban_games::registry;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(record) = Record::parse(text) {
        let written = record.text();
        assert_eq!(Record::parse(&written).expect("written text can be read").text(), written);
    }
    if let Ok((record, _)) = registry::read_record(text) {
        let written = record.text();
        assert_eq!(registry::read_record(&written).expect("written text can be read").0.text(), written);
    }
});
