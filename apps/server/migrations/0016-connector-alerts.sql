-- When people were last notified that a connector brings in nothing; null since it last worked. A nullable column: locks nothing for long.
alter table connectors add column alerted_at timestamptz;

-- The kind of a problem follows from its reason.
alter table connectors drop column is_throttled;
