-- The lists of activity read the audit by action, newest first. Building the index blocks writing of audit records, thus every change:
-- about two seconds for a million records.
create index audit_action on audit (company_id, action, at, id);
