import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from '../../api/live.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { shortNumber } from '../../format/numbers/short-number.ts'
import type { Badge } from '../../navigation/badge.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { Text } from '../../ui/layout/parts.tsx'
import css from './sidebar.module.css'
import { t } from '../words.ts'

const features = import.meta.glob<{ badges: readonly Badge[] }>('../../features/*/badge.ts', { eager: true })
const badges = new Map(Object.values(features).flatMap((each) => each.badges.map((badge) => [badge.path, badge])))

/** Events that arrive within this time lead to a single call. */
const gatherMs = 900

/** The number of open or new records of an entry; nothing for entries without a count, and for zero. */
export function NavBadge({ path }: { path: string }) {
  const badge = badges.get(path)
  return badge ? <Count badge={badge} /> : null
}

function Count({ badge: { kind, query, changedBy } }: { badge: Badge }) {
  const company = useCompany()
  const options = query(company, useUser().id)
  const { data } = useQuery(options)
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(['reset', ...(changedBy ?? [])], ({ company: of = company }) => {
    if (of !== company || !changedBy) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void client.invalidateQueries({ queryKey: options.queryKey }), gatherMs)
  })
  if (!data) return null
  if (kind === 'unread') {
    return (
      <span className={`${css.dot} dot`} title={t('unreadCount', { count: data })}>
        <span className="visually-hidden">{t('unreadCount', { count: data })}</span>
      </span>
    )
  }
  const { title, spoken } = wordsOf(kind, data)
  return (
    <Text size="meta" num className={kind === 'new' ? css.fresh : css.badge} title={title}>
      {shortNumber(data)}
      <span className="visually-hidden"> {spoken}</span>
    </Text>
  )
}

/** What a number counts: in full on hover, and after the number for screen readers. */
function wordsOf(kind: Badge['kind'], count: number): { title: string; spoken: string } {
  const n = exactNumber(count)
  if (kind === 'new') return { title: t('newSinceLastVisit', { count }), spoken: t('new') }
  if (kind === 'open') return { title: t('openCount', { n }), spoken: t('open') }
  const spoken = t('waitForYou', { count })
  return { title: `${n} ${spoken}`, spoken }
}
