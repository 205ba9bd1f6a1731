import { can } from '@signet/contract/access/permissions'
import { decideTout, type Tout } from '@signet/contract/touts/touts'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { inSentence } from '../../../format/names/in-sentence.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useUser } from '../../../session/use-session.ts'
import { Card, Inline, Text } from '../../../ui/layout/parts.tsx'
import { sourceSlug } from '../../../url/source-slug.ts'
import { recentToutsQuery, undecidedToutsQuery, type RangeProps } from '../home.api.ts'
import { QuietState } from '../quiet-state.tsx'
import { useToutName } from '../tout-name.ts'
import { t } from '../words.ts'
import { DecideButtons } from './decide-buttons.tsx'
import { DecideRow } from './decide-row.tsx'
import css from './to-decide.module.css'
import { useDecide } from './use-decide.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'

const shownMax = 5

/** The most severe undecided touts, which can be decided here. */
export function ToutsToDecide({ company, rangeDays }: Omit<RangeProps, 'now'>) {
  const query = useQuery(recentToutsQuery(company, rangeDays))
  const all = useQuery(undecidedToutsQuery(company, false)).data
  const touts = useToutName()
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
  const title = t('toutsToDecide', { touts })
  const shownOf = (recent: readonly Tout[]) => recent.filter(({ id }) => !decided.has(id)).slice(0, shownMax)
  return (
    <Card as="div" className={css.card}>
      <QuietState
        query={query}
        title={title}
        place={{ className: css.place }}
        isEmpty={(recent) => shownOf(recent).length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('allToutsDecided', { touts: inSentence(touts) })}
          </Text>
        }
      >
        {(recent) => (
          <>
            <Inline as="header" least={24} below={2}>
              <Text as="h2">{title}</Text>
              {all ? (
                <small className="num">
                  {t('shownOfAll', {
                    shown: shownOf(recent).length,
                    all: `${exactNumber(all.total)}${all.isCapped ? '+' : ''}`,
                  })}
                </small>
              ) : null}
              <Link
                to="/touts/$source"
                params={{ source: 'All' }}
                search={{ status: ['open'], sort: 'severity' }}
                className={`${css.queue} screen-only way-link`}
              >
                {t('openQueue')}
                <IconChevronRight size={16} stroke={1.7} aria-hidden="true" />
              </Link>
            </Inline>
            <ul ref={list} className={`${css.rows} ruled`} aria-label={title}>
              {shownOf(recent).map((tout, index) => (
                <DecideRow
                  key={tout.id}
                  record={tout}
                  link={
                    <Link
                      className="name-link clamp"
                      to="/touts/$source"
                      params={{ source: sourceSlug(tout.source) }}
                      search={{ id: tout.id }}
                    >
                      {shownTitle(tout.source, tout.title)}
                    </Link>
                  }
                  buttons={
                    mayDecide ? (
                      <DecideButtons
                        title={shownTitle(tout.source, tout.title)}
                        onDecide={(decision) => {
                          lastAt.current = index
                          void decide(tout, decision)
                        }}
                      />
                    ) : null
                  }
                />
              ))}
            </ul>
          </>
        )}
      </QuietState>
    </Card>
  )
}
