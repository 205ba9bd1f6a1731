import type { Person } from '@signet/contract/companies/watched-people'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import type { Column } from '../../../ui/grid/columns/columns.ts'
import { Box, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import { type PersonSort } from './people.api.ts'
import { leakTypeName } from '../../../words/named/leaks.ts'

type PersonColumn = Column<Person, PersonSort>

function MostSevereKind({ person }: { person: Person }) {
  const [mostSevere, ...others] = person.kinds
  if (!mostSevere) return <Text tone="quiet">{t('noLeaks')}</Text>
  return (
    <>
      <Text cut>{leakTypeName(mostSevere.leakType)}</Text>
      <Text cut tone="quiet" size="meta">
        {others.length > 0
          ? t('moreTypesCount', { count: others.length })
          : t('leaksCount', { count: mostSevere.count })}
      </Text>
    </>
  )
}

export function peopleColumns(hasPanel: boolean): PersonColumn[] {
  const all: (PersonColumn | false)[] = [
    {
      key: 'name',
      label: t('person'),
      track: 'minmax(180px, 1.4fr)',
      sort: 'name',
      render: ({ name, title }) => (
        <>
          <Text as="b" cut>
            {name}
          </Text>
          <Text cut tone="quiet" size="meta">
            {title}
          </Text>
        </>
      ),
    },
    {
      key: 'leaks',
      label: t('leaks'),
      track: '84px',
      sort: 'leaks',
      render: ({ leaks }) => <b className="num">{exactNumber(leaks)}</b>,
    },
    !hasPanel && {
      key: 'withPassword',
      label: t('withPasswordColumn'),
      track: '130px',
      render: ({ withPassword }) => <span className="num">{exactNumber(withPassword)}</span>,
    },
    {
      key: 'mostSevere',
      label: t('mostSevereType'),
      track: 'minmax(150px, 1fr)',
      render: (person) => <MostSevereKind person={person} />,
    },
    {
      key: 'last',
      label: t('lastSeen'),
      track: '124px',
      sort: 'lastLeak',
      render: ({ lastLeak }) => (lastLeak ? <TimeAgo at={lastLeak} /> : <Text tone="quiet">{t('never')}</Text>),
    },
    !hasPanel && {
      key: 'watched',
      label: t('watchedVia'),
      track: '170px',
      render: ({ emails, handles }) => (
        <Text tone="quiet" className="num">
          {[
            emails.length > 0 ? t('emailsCount', { count: emails.length }) : '',
            handles.length > 0 ? t('profilesCount', { count: handles.length }) : '',
          ]
            .filter(Boolean)
            .join(', ')}
        </Text>
      ),
    },
  ]
  return all.filter((column) => column !== false)
}

export function phoneColumns(): PersonColumn[] {
  return [
    {
      key: 'name',
      label: t('person'),
      track: 'minmax(0, 1fr)',
      sort: 'name',
      render: (person) => (
        <>
          <Text as="b" cut>
            {person.name}
          </Text>
          <Text cut tone="quiet" size="meta">
            {person.kinds[0] ? leakTypeName(person.kinds[0].leakType) : (person.title ?? t('noLeaks'))}
          </Text>
        </>
      ),
    },
    {
      key: 'leaks',
      label: t('leaks'),
      track: '112px',
      sort: 'leaks',
      render: ({ leaks, lastLeak }) => (
        <Stack as="span" gap="half" align="end">
          <b className="num">{exactNumber(leaks)}</b>
          <Box as="span" tone="quiet" size="meta" nowrap>
            {lastLeak ? <TimeAgo at={lastLeak} /> : t('never')}
          </Box>
        </Stack>
      ),
    },
  ]
}
