//! `[[allow]]`: findings the author has seen and wants no more of.

use super::compiler::Compiler;
use super::diagnostic::{Code, Severity};
use super::keys;
use super::read::Fields;

impl Compiler<'_> {
    /// Reads `[[allow]]` and takes the findings it names away.
    pub(super) fn waive(&mut self, fields: &Fields) {
        for value in self.listed(fields, "allow") {
            let Some(fields) = Fields::open(&mut self.report, value, "a waiver", keys::ALLOW, &[]) else {
                continue;
            };
            let name = fields.require(&mut self.report, "code").and_then(|_| fields.string(&mut self.report, "code"));
            let reason = fields.string(&mut self.report, "reason").filter(|reason| !reason.value.trim().is_empty());
            if reason.is_none() {
                self.report
                    .add(Code::WaiverReason, &fields.span, "a waiver without a reason")
                    .because("`reason` is missing or empty");
            }
            let Some(name) = name else { continue };
            let Some(code) = Code::find(&name.value) else {
                let known: Vec<&str> = Code::ALL.iter().flat_map(|code| [code.id(), code.name()]).collect();
                let entry = self.report.add(Code::WaiverCode, &name.span, format!("there is no code `{}`", name.value));
                entry.because("not a code").suggest_if_near(&name.value, &known);
                continue;
            };
            if code.severity() == Severity::Error {
                self.report
                    .add(Code::WaiverCode, &name.span, format!("{} cannot be waived", code.id()))
                    .because("errors must be mended");
                continue;
            }
            let before = self.report.found.len();
            self.report.found.retain(|finding| finding.code != code);
            if self.report.found.len() == before {
                self.report
                    .add(Code::WaiverUnused, &name.span, format!("nothing here is a {} ({})", code.id(), code.name()))
                    .because("waives nothing");
            }
        }
    }
}
