-- Where something was seen and how bad it looks, as whoever asks says it. Adds nullable columns: no rewrite, locks requests for a moment.
alter table requests add column source text;
alter table requests add column severity text check (severity in ('Critical', 'High', 'Medium', 'Low'));
