-- The queue in the order of its promised times, by severity: with source and type, so that these filters need no row. Blocks nobody.
create index concurrently if not exists threats_promised on threats (company_id, kind, severity, staged_at, id, source, threat_type)
  where stage = 'queued' and not auto_filtered;
