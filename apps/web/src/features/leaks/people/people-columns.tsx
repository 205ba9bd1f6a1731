import type { Person } from '@signet/contract/companies/watched-people'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import type { Column } from '../../../ui/grid/columns/columns.ts'
import { Box, Stack, Text } from '../../../ui/layout/parts.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import { type PersonSort } from './people.api.ts'
import { leakTypeName } from '../../../words/named/leaks.ts'

type PersonColumn = Column<Person, PersonSort>

/** How many leaks of which type: the most severe type first, then the next and the number of others. */
function Kinds({ person }: { person: Person }) {
  const [mostSevere, next, ...others] = person.kinds
  if (!mostSevere) return <Text tone="quiet">{t('noLeaks')}</Text>
  return (
    <>
      <Text cut>{kindCount(mostSevere)}</Text>
      {next ? (
        <Text cut tone="quiet" size="meta">
          {[kindCount(next), ...(others.length > 0 ? [t('moreTypesCount', { count: others.length })] : [])].join(' ')}
        </Text>
      ) : null}
    </>
  )
}

const kindCount = ({ leakType, count }: Person['kinds'][number]) =>
  t('kindCount', { kind: leakTypeName(leakType), count: exactNumber(count) })

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
      sort: 'withPassword',
      render: ({ withPassword }) => (
        <b className="num" data-tone={withPassword > 0 ? 'worse' : undefined}>
          {exactNumber(withPassword)}
        </b>
      ),
    },
    {
      key: 'mostSevere',
      label: t('byType'),
      track: 'minmax(150px, 1fr)',
      render: (person) => <Kinds person={person} />,
    },
    {
      key: 'last',
      label: t('newestLeak'),
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
            {person.title}
          </Text>
        </>
      ),
    },
    {
      key: 'withPassword',
      label: t('withPasswordColumn'),
      track: '160px',
      sort: 'withPassword',
      // Under the header, which begins at the start of the column.
      render: ({ leaks, withPassword, lastLeak }) => (
        <Stack as="span" gap="half">
          <span className="num">
            <Rich
              text={(holes) => t('withPasswordOf', { ...holes, count: leaks })}
              values={{
                n: <b data-tone={withPassword > 0 ? 'worse' : undefined}>{exactNumber(withPassword)}</b>,
                all: exactNumber(leaks),
              }}
            />
          </span>
          <Box as="span" tone="quiet" size="meta" nowrap>
            {lastLeak ? (
              <Rich text={(holes) => t('newestLeakAt', holes)} values={{ ago: <TimeAgo isWithin at={lastLeak} /> }} />
            ) : (
              t('noLeaks')
            )}
          </Box>
        </Stack>
      ),
    },
  ]
}
