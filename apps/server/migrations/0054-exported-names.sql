-- An export of watched people is a disclosure of user names, too. Locks the disclosures for an instant: those from before have the other
-- kinds, so there is nothing to validate.
alter table leak_disclosures drop constraint leak_disclosures_kind_check;
alter table leak_disclosures add constraint leak_disclosures_kind_check check (kind in ('shown', 'copied', 'exported')) not valid;
-- Of an export, the number of people.
alter table leak_disclosures drop constraint leak_disclosures_check;
alter table leak_disclosures add constraint leak_disclosures_check
  check ((kind = 'shown') = (until is not null) and (kind <> 'shown') = (names is not null)) not valid;
