import { can } from '@signet/contract/access/permissions'
import { decideTout, type Tout } from '@signet/contract/touts/touts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceName } from '../../../parts/threats/source-name.tsx'
import { useUser } from '../../../session/use-session.ts'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { sourceSlug } from '../../../url/source-slug.ts'
import { recentToutsQuery, type RangeProps } from '../home.api.ts'
import { QuietState } from '../quiet-state.tsx'
import { t } from '../words.ts'
import { DecideButtons } from './decide-buttons.tsx'
import css from './to-decide.module.css'
import { useDecide } from './use-decide.ts'

const shownMax = 5

/** The most severe undecided touts, which can be decided here. */
export function ToutsToDecide({ company, rangeDays }: Omit<RangeProps, 'now'>) {
  const query = useQuery(recentToutsQuery(company, rangeDays))
  const { decided, decide } = useDecide<Tout>(company, ({ source, id }, body) =>
    call(decideTout, { params: { source, toutId: id }, query: { company }, body }),
  )
  const mayDecide = can(useUser().role, 'threats:decide')
  const list = useRef<HTMLUListElement>(null)
  const lastAt = useRef(0)
  // A decided row disappears, but the focus stays in the list.
  useEffect(() => {
    if (decided.size === 0 || document.activeElement !== document.body) return
    const links = list.current?.querySelectorAll('a') ?? []
    links[Math.min(lastAt.current, links.length - 1)]?.focus()
  }, [decided])
  const title = t('toutsToDecide')
  const shownOf = (touts: readonly Tout[]) => touts.filter(({ id }) => !decided.has(id)).slice(0, shownMax)
  return (
    <Card as="div">
      <QuietState
        query={query}
        title={title}
        lines={8}
        isEmpty={(touts) => shownOf(touts).length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('allToutsDecided')}
          </Text>
        }
      >
        {(touts) => (
          <>
            <Text as="h2" below={2}>
              {title}
            </Text>
            <ul ref={list} className={`${css.rows} ruled`} aria-label={title}>
              {shownOf(touts).map((tout, index) => (
                <li key={tout.id}>
                  <SeverityMark severity={tout.severity} isShort />
                  <Stack as="span" gap="half" grow className={`${css.words} cut-each`}>
                    <Link
                      className="name-link"
                      to="/touts/$source"
                      params={{ source: sourceSlug(tout.source) }}
                      search={{ id: tout.id }}
                    >
                      {shownTitle(tout.source, tout.title)}
                    </Link>
                    <Inline as="small" gap={3}>
                      <SourceName source={tout.source} />
                      <TimeAgo at={tout.firstSeen} />
                    </Inline>
                  </Stack>
                  {mayDecide ? (
                    <DecideButtons
                      title={shownTitle(tout.source, tout.title)}
                      onDecide={(decision) => {
                        lastAt.current = index
                        void decide(tout, decision)
                      }}
                    />
                  ) : null}
                </li>
              ))}
            </ul>
          </>
        )}
      </QuietState>
    </Card>
  )
}
