import type { Person } from '@signet/contract/kmp'
import { exactNumber } from '../../format/exact-number.ts'
import type { Column } from '../../ui/grid/columns.ts'
import { Stack } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { plural, t } from '../../words/words.ts'
import columnsCss from './leak-columns.module.css'
import { type PersonSort } from './people.api.ts'
import { valueName } from '../../words/named/name-of.ts'
import { leakTypeName } from '../../words/named/leaks.ts'

type PersonColumn = Column<Person, PersonSort>

function WorstKind({ person }: { person: Person }) {
  const [worst, ...others] = person.kinds
  if (!worst) return <span className={columnsCss.quiet}>{t('No leak')}</span>
  return (
    <>
      <span className={columnsCss.line}>{valueName(worst.leakTypeLabel)}</span>
      <span className={columnsCss.sub}>
        {others.length > 0
          ? plural(others.length, 'and {n} more kind', 'and {n} more kinds')
          : plural(worst.count, '{n} leak', '{n} leaks')}
      </span>
    </>
  )
}

export function peopleColumns(isBeside: boolean): PersonColumn[] {
  const all: (PersonColumn | false)[] = [
    {
      key: 'name',
      label: t('Person'),
      track: 'minmax(180px, 1.4fr)',
      sort: 'name',
      render: ({ name, title }) => (
        <>
          <b className={columnsCss.line}>{name}</b>
          <span className={columnsCss.sub}>{title}</span>
        </>
      ),
    },
    {
      key: 'leaks',
      label: t('Leaks'),
      track: '84px',
      sort: 'leaks',
      render: ({ leaks }) => <b className="num">{exactNumber(leaks)}</b>,
    },
    !isBeside && {
      key: 'withPassword',
      label: t('With password'),
      track: '130px',
      render: ({ withPassword }) => <span className="num">{exactNumber(withPassword)}</span>,
    },
    {
      key: 'worst',
      label: t('Worst kind'),
      track: 'minmax(150px, 1fr)',
      render: (person) => <WorstKind person={person} />,
    },
    {
      key: 'last',
      label: t('Last seen'),
      track: '124px',
      sort: 'lastLeak',
      render: ({ lastLeak }) =>
        lastLeak ? <TimeAgo at={lastLeak} /> : <span className={columnsCss.quiet}>{t('Never')}</span>,
    },
    !isBeside && {
      key: 'watched',
      label: t('Watched by'),
      track: '170px',
      render: ({ emails, handles }) => (
        <span className={`${columnsCss.quiet} num`}>
          {[
            emails.length > 0 ? plural(emails.length, '{n} address', '{n} addresses') : '',
            handles.length > 0 ? plural(handles.length, '{n} profile', '{n} profiles') : '',
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      ),
    },
  ]
  return all.filter((column) => column !== false)
}

export function phoneColumns(): PersonColumn[] {
  return [
    {
      key: 'name',
      label: t('Person'),
      track: 'minmax(0, 1fr)',
      sort: 'name',
      render: (person) => (
        <>
          <b className={columnsCss.line}>{person.name}</b>
          <span className={columnsCss.sub}>
            {person.kinds[0] ? leakTypeName(person.kinds[0].leakType) : (person.title ?? t('No leak'))}
          </span>
        </>
      ),
    },
    {
      key: 'leaks',
      label: t('Leaks'),
      track: '112px',
      sort: 'leaks',
      render: ({ leaks, lastLeak }) => (
        <Stack as="span" gap="half" align="end">
          <b className="num">{exactNumber(leaks)}</b>
          <span className={columnsCss.sub}>{lastLeak ? <TimeAgo at={lastLeak} /> : t('Never')}</span>
        </Stack>
      ),
    },
  ]
}
