import type { Person } from '@signet/contract/companies/watched-people'
import { leakSeverity, type Leak, type LeakType } from '@signet/contract/leaks/leaks'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCan } from '../../../session/use-session.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { DetailPanel } from '../../../ui/feedback/detail-panel.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { Box, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import { LeakStatusChip } from '../list/leak-columns.tsx'
import { shownHost } from '../leak-words.ts'
import { personLeaksQuery } from './people.api.ts'
import { RevealPassword } from '../reveal-password.tsx'
import { leakTypeName } from '../../../words/named/leaks.ts'

const ExportPeople = lazy(() => import('./export-people.tsx').then(({ ExportPeople: dialog }) => ({ default: dialog })))

const firstLeaks = 50
const leaksMax = 200

/** A person next to the list, with their leaks by type. */
export function PersonPanel({
  company,
  personId,
  person,
  isRead,
  kind,
  index,
  total,
  onKind,
  onMove,
  onClose,
}: {
  company: string
  personId: string
  /** The row of the list; undefined while it is loading, or if a link names a person who is no longer watched. */
  person: Person | undefined
  isRead: boolean
  kind: LeakType | undefined
  index: number
  total: number
  onKind: (kind: LeakType | undefined) => void
  onMove: (step: 1 | -1) => void
  onClose: () => void
}) {
  const mayExport = useCan('exports:own')
  const [isExporting, setIsExporting] = useState(false)
  return (
    <DetailPanel
      label={t('person')}
      index={index}
      total={total}
      onMove={onMove}
      onClose={onClose}
      actions={
        mayExport &&
        person && (
          <IconButton label={t('exportPerson')} onClick={() => setIsExporting(true)}>
            <IconDownload size={18} stroke={1.7} aria-hidden="true" />
          </IconButton>
        )
      }
    >
      {/* A scrolling region must be reachable by keyboard. */}
      <Stack grow pad="1 5 6" className="scroller" tabIndex={0}>
        {person ? (
          <>
            <Stack gap={1}>
              <Inline as="h2" align="start" size="object">
                {person.name}
              </Inline>
              <Inline as="p" gap={3} wrap tone="quiet">
                {person.title && <span>{person.title}</span>}
                <span className="num">{t('leaksCount', { count: person.leaks })}</span>
                <span className="num">{t('withAPasswordCount', { count: person.withPassword })}</span>
                {person.isDemo && <span>{t('demoData')}</span>}
              </Inline>
              <Inline as="p" gap={3} align="stretch" wrap tone="quiet">
                {[...person.emails, ...person.handles].map((login) => (
                  <span key={login}>{login}</span>
                ))}
              </Inline>
            </Stack>
            {person.kinds.length > 1 && (
              <Inline as="fieldset" align="stretch" wrap>
                <legend className="visually-hidden">{t('leakTypes')}</legend>
                <button
                  type="button"
                  className="choice control"
                  aria-pressed={kind === undefined}
                  onClick={() => onKind(undefined)}
                >
                  {t('allTypes')}
                </button>
                {person.kinds.map(({ leakType, count }) => (
                  <button
                    key={leakType}
                    type="button"
                    className="choice control"
                    aria-pressed={kind === leakType}
                    onClick={() => onKind(leakType)}
                  >
                    {leakTypeName(leakType)}
                    <span className="num">{exactNumber(count)}</span>
                  </button>
                ))}
              </Inline>
            )}
            <PersonLeaks company={company} person={person} kind={kind} />
          </>
        ) : isRead ? (
          <StateBlock title={t('personNotListed')}>{t('personNotListedText')}</StateBlock>
        ) : (
          <Skeleton lines={8} />
        )}
      </Stack>
      {isExporting && person && (
        <Suspense fallback={null}>
          <ExportPeople
            company={company}
            count={1}
            person={{ id: personId, name: person.name }}
            onClose={() => setIsExporting(false)}
          />
        </Suspense>
      )}
    </DetailPanel>
  )
}

function PersonLeaks({ company, person, kind }: { company: string; person: Person; kind: LeakType | undefined }) {
  const [limit, setLimit] = useState(firstLeaks)
  const query = useQuery(personLeaksQuery(company, person.id, limit))
  return (
    <DataState
      query={query}
      what={t('leaksWhat')}
      loading={<Skeleton lines={8} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<StateBlock title={t('noPersonLeaks')}>{t('howPersonLeaksAppear')}</StateBlock>}
    >
      {({ items, total }) => {
        const groups = person.kinds
          .filter(({ leakType }) => kind === undefined || leakType === kind)
          .map((group) => ({ ...group, leaks: items.filter(({ leakType }) => leakType === group.leakType) }))
          .filter(({ leaks }) => leaks.length > 0)
        return (
          <Stack gap={0}>
            {groups.map(({ leakType, leaks }) => (
              <Box as="section" key={leakType} pad="1 0 0">
                <h3>{leakTypeName(leakType)}</h3>
                <ul>
                  {leaks.map((leak) => (
                    <PersonLeak key={leak.id} leak={leak} />
                  ))}
                </ul>
              </Box>
            ))}
            {items.length < total && limit < leaksMax && (
              <Box pad="2 0 0">
                <Button isBusy={query.isFetching} onClick={() => setLimit(leaksMax)}>
                  {t('showOlderLeaks')}
                </Button>
              </Box>
            )}
          </Stack>
        )
      }}
    </DataState>
  )
}

function PersonLeak({ leak }: { leak: Leak }) {
  const hasLeaksPage = useClientInfo()?.modules.leaks
  const host = shownHost(leak)
  return (
    <Stack as="li" gap={2} pad="3 0" line="above">
      <Inline as="p" gap={3} wrap tone="quiet">
        <SeverityMark severity={leakSeverity(leak)} />
        <LeakStatusChip status={leak.status} />
        <Text push>
          <TimeAgo at={leak.date} />
        </Text>
      </Inline>
      <p>
        {leak.username}
        {host && (
          <>
            {' · '}
            <span className="mono">{host}</span>
          </>
        )}
      </p>
      <Text as="p" size="meta" tone="quiet">
        {[leak.source, leak.entity, leak.stealer].filter(Boolean).join(' · ')}
        {hasLeaksPage && (
          <>
            {' · '}
            <Text nowrap>
              <Link to="/leaks" search={{ id: leak.id }}>
                {t('openInDataLeaks')}
              </Link>
            </Text>
          </>
        )}
      </Text>
      {leak.hasPassword && hasLeaksPage && <RevealPassword leak={leak} />}
    </Stack>
  )
}
