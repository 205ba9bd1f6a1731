import { leakTypeKeys, recentLeakDays, type LeakType } from '@signet/contract/leaks/leaks'
import {
  IconBriefcase,
  IconBug,
  IconChevronLeft,
  IconChevronRight,
  IconCode,
  IconCookie,
  IconCreditCard,
  IconDatabase,
  IconFileText,
  IconListDetails,
  IconStack2,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { shortNumber } from '../../../format/numbers/short-number.ts'
import { FailedBlock } from '../../../ui/feedback/data-state.tsx'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { leakSummaryQuery } from '../leaks.api.ts'
import css from './leak-cards.module.css'
import { leakTypeAbout, leakTypeName } from '../../../words/named/leaks.ts'

const icons: Record<LeakType, Icon> = {
  employeeCredentials: IconBriefcase,
  customerCredentials: IconUsers,
  stealerLogs: IconBug,
  comboLists: IconListDetails,
  sessionTokens: IconCookie,
  paymentCards: IconCreditCard,
  documents: IconFileText,
  sourceCode: IconCode,
  piiDatabases: IconDatabase,
}

/** A card for each kind of leak with the total and the number of new ones. The selected card filters the list. */
export function LeakCards({
  company,
  chosen,
  onChoose,
}: {
  company: string
  chosen: LeakType | undefined
  onChoose: (type: LeakType | undefined) => void
}) {
  const query = useQuery(leakSummaryQuery(company))
  const row = useRef<HTMLUListElement>(null)
  const [edges, setEdges] = useState({ start: true, end: true })
  const measure = () => {
    if (row.current) setEdges(edgesOf(row.current))
  }
  useEffect(() => {
    const list = row.current
    if (!list) return undefined
    const observer = new ResizeObserver(() => setEdges(edgesOf(list)))
    observer.observe(list)
    for (const card of list.children) observer.observe(card)
    return () => observer.disconnect()
  }, [])
  const scroll = (direction: 1 | -1) => {
    const list = row.current
    const sign = getComputedStyle(document.documentElement).direction === 'rtl' ? -1 : 1
    list?.scrollBy({ left: sign * direction * list.clientWidth * 0.8, behavior: 'smooth' })
  }

  if (!query.data && query.error) {
    return <FailedBlock what={t('leakTypesWhat')} error={query.error} retry={() => void query.refetch()} />
  }
  const byType = new Map(query.data?.map((one) => [one.leakType, one]))
  const sum = (read: (one: { total: number; recentlyAdded: number }) => number) =>
    query.data?.reduce((all, one) => all + read(one), 0)
  return (
    <div className={css.frame}>
      <Inline
        ref={row}
        as="ul"
        align="stretch"
        className={`${css.row} strip`}
        aria-label={t('leakTypes')}
        onScroll={measure}
      >
        <Card
          label={t('allLeaks')}
          Sign={IconStack2}
          total={sum(({ total }) => total)}
          recent={sum(({ recentlyAdded }) => recentlyAdded)}
          isOn={chosen === undefined}
          onChoose={() => onChoose(undefined)}
        />
        {leakTypeKeys.map((type) => (
          <Card
            key={type}
            label={leakTypeName(type)}
            about={leakTypeAbout(type)}
            Sign={icons[type]}
            total={byType.get(type)?.total}
            recent={byType.get(type)?.recentlyAdded}
            isOn={chosen === type}
            onChoose={() => onChoose(chosen === type ? undefined : type)}
          />
        ))}
      </Inline>
      {!edges.start && (
        <IconButton label={t('previousTypes')} className={css.before} data-tip={undefined} onClick={() => scroll(-1)}>
          <IconChevronLeft size={18} stroke={1.7} aria-hidden="true" />
        </IconButton>
      )}
      {!edges.end && (
        <IconButton label={t('moreTypes')} className={css.after} data-tip={undefined} onClick={() => scroll(1)}>
          <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

/** Whether a scrolling row is at its start, and whether it is at its end. */
function edgesOf(list: HTMLElement): { start: boolean; end: boolean } {
  const from = Math.abs(list.scrollLeft)
  return { start: from < 4, end: from + list.clientWidth > list.scrollWidth - 4 }
}

function Card({
  label,
  about,
  Sign,
  total,
  recent,
  isOn,
  onChoose,
}: {
  label: string
  about?: string
  Sign: Icon
  total: number | undefined
  recent: number | undefined
  isOn: boolean
  onChoose: () => void
}) {
  // Scrolls the selected card into view, including when a link selected it.
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOn) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isOn])
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={`${css.card} choice`}
        aria-pressed={isOn}
        title={about}
        onClick={onChoose}
      >
        <Text size="meta" weight="medium" tone="quiet">
          {label}
        </Text>
        {total === undefined || recent === undefined ? (
          <span className={css.ghost} aria-hidden="true" />
        ) : (
          <>
            <Inline as="span" justify="between">
              <Text as="b" size="object" num nowrap title={exactNumber(total)}>
                {shortNumber(total)}
              </Text>
              <Sign color="var(--text3)" size={16} stroke={1.7} aria-hidden="true" />
            </Inline>
            <Text
              size="meta"
              tone="faint"
              num
              className={css.recent}
              title={t('addedInDays', { count: recent, days: recentLeakDays })}
            >
              {t('addedInDaysCount', { count: recent, short: shortNumber(recent), days: recentLeakDays })}
            </Text>
          </>
        )}
      </button>
    </li>
  )
}
