-- A person reads the last sign-ins of the own account. An index over the last 90 days of sign-ins: writing waits while it is made.
create index sign_ins_user on sign_ins (user_id, at);
