-- People of a company are kept once, with what it protects: what the watch over leaks knew of them moves there. Locks both tables for as
-- long as it takes to copy some tens of rows a company.

-- Their owner must see every row for this.
alter table executives no force row level security;
alter table company_assets no force row level security;

-- People known so far get what the watch needs: an id that lists of leaks name, and addresses.
update company_assets a set people = coalesce((
  select jsonb_agg(p.person || jsonb_build_object('id', gen_random_uuid(), 'emails', '[]'::jsonb) order by p.place)
  from jsonb_array_elements(a.people) with ordinality p (person, place)), '[]');

-- Where a handle is from was not kept, and no call could write one: the rows are those of the demo, whose handles are of Telegram.
insert into company_assets as a (company_id, people)
select e.company_id, jsonb_agg(jsonb_build_object(
    'id', e.id, 'name', e.name, 'title', coalesce(e.title, ''), 'emails', e.emails, 'isDemo', e.is_demo,
    'handles', (select coalesce(jsonb_agg(jsonb_build_object('source', 'Telegram', 'handle', h)), '[]') from unnest(e.handles) h))
  order by e.name, e.id)
from executives e group by e.company_id
on conflict (company_id) do update set people = a.people || excluded.people, version = a.version + 1;

alter table company_assets force row level security;
drop table executives;
