-- Replaced by threats_promised, which begins with the same columns. Blocks nobody.
drop index concurrently if exists threats_waiting;
