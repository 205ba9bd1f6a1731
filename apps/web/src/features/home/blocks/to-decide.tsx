import { can } from '@signet/contract/access/permissions'
import { decideThreat, type Threat } from '@signet/contract/threats/threats'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { titleForms } from '../../../format/names/shown-title.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import { useUser } from '../../../session/use-session.ts'
import { DataState, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import { Card, Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { assignedQuery, recentQuery } from '../home.api.ts'
import css from './to-decide.module.css'
import { DecideButtons } from './decide-buttons.tsx'
import { DecideRow } from './decide-row.tsx'
import { useDecide, type HomeDecision } from './use-decide.ts'

const shownMax = 5
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface ToDecideProps {
  company: string
  rangeDays: number
  /** The number of all undecided threats; undefined while it is loading. */
  openCount: number | undefined
}

/** The most severe undecided threats, which can be decided here. J and K move, T and D decide, Enter opens. */
export function ToDecide({ company, rangeDays, openCount }: ToDecideProps) {
  const query = useQuery(recentQuery(company, rangeDays))
  const { decided, decide } = useDecide<Threat>(company, ({ source, id }, body) =>
    call(decideThreat, { params: { source, threatId: id }, query: { company }, body }),
  )
  const mayDecide = can(useUser().role, 'threats:decide')
  const { data: mine } = useQuery({ ...assignedQuery(company), enabled: mayDecide })
  const waiting = query.data?.filter(({ id }) => !decided.has(id)) ?? []
  const shown = waiting.slice(0, shownMax)
  const [cursor, setCursor] = useState(-1)
  const heading = t('threatsToDecide')
  const list = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  const current = shown[Math.min(cursor, shown.length - 1)]

  const open = ({ id, source }: Threat) =>
    void navigate({ to: '/threats/$source', params: { source: sourceSlug(source) }, search: { id } })
  const moveBy = (steps: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, cursor + steps))
    setCursor(next)
    list.current?.querySelectorAll<HTMLElement>('[data-open]')[next]?.focus()
  }
  useShortcuts({
    j: () => moveBy(1),
    k: () => moveBy(-1),
    o: () => current && open(current),
    ...(mayDecide
      ? {
          t: () => current && void decide(current, 'takedown'),
          d: () => current && void decide(current, 'deeperAnalysis'),
        }
      : {}),
  })
  // A decided row disappears, but the focus stays in the list.
  const decidedCount = decided.size
  useEffect(() => {
    if (decidedCount === 0 || cursor < 0 || document.activeElement !== document.body) return
    list.current?.querySelectorAll<HTMLElement>('[data-open]')[Math.min(cursor, shown.length - 1)]?.focus()
  }, [decidedCount, cursor, shown.length])

  return (
    <Card className={css.card} aria-labelledby="to-decide">
      <Inline as="header" least={24} below={2}>
        <Text as="h2" id="to-decide">
          {heading}
        </Text>
        <small className="num">
          {shown.length > 0 && openCount !== undefined
            ? t('shownOfAll', { shown: shown.length, all: exactNumber(openCount) })
            : null}
          {mine ? (
            <>
              {shown.length > 0 ? ' · ' : null}
              <Link
                to="/threats/$source"
                params={{ source: 'All' }}
                search={{ status: ['open'], assigned: 'me', sort: 'severity' }}
                className="way-link"
              >
                {t('assignedToYou', { count: mine })}
              </Link>
            </>
          ) : null}
        </small>
        <Link
          to="/threats/$source"
          params={{ source: 'All' }}
          search={{ status: ['open'], sort: 'severity' }}
          className={`${css.queue} screen-only way-link`}
        >
          {t('openQueue')}
          <IconChevronRight {...icon} />
        </Link>
      </Inline>
      <DataState
        query={query}
        what={t('threatsWhat')}
        loading={<div className={css.place} aria-busy="true" />}
        isEmpty={() => shown.length === 0}
        empty={
          <StateBlock title={t('nothingToDecide')}>{openCount ? t('olderInQueue') : t('allThreatsDecided')}</StateBlock>
        }
      >
        {() => (
          <ul ref={list} className={`${css.rows} ruled`} aria-label={heading}>
            {shown.map((threat, index) => (
              <Row
                key={threat.id}
                threat={threat}
                mayDecide={mayDecide}
                onFocus={() => setCursor(index)}
                onDecide={(decision) => void decide(threat, decision)}
              />
            ))}
          </ul>
        )}
      </DataState>
    </Card>
  )
}

interface RowProps {
  threat: Threat
  mayDecide: boolean
  onFocus: () => void
  onDecide: (decision: HomeDecision) => void
}

function Row({ threat, mayDecide, onFocus, onDecide }: RowProps) {
  const { shown, registered } = titleForms(threat)
  const title = registered ?? shown
  return (
    <DecideRow
      record={threat}
      link={
        <Link
          data-open=""
          className="name-link clamp"
          onFocus={onFocus}
          to="/threats/$source"
          params={{ source: sourceSlug(threat.source) }}
          search={{ id: threat.id }}
        >
          {shown}
        </Link>
      }
      registered={registered}
      buttons={
        mayDecide ? <DecideButtons title={title} isFixed={threat.source === 'EASM'} onDecide={onDecide} /> : null
      }
    />
  )
}
