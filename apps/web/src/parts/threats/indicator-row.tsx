import { isOneOf } from '@signet/contract/narrow'
import type { Severity } from '@signet/contract/threats/severities'
import { useId, useState } from 'react'
import { defang } from '@signet/contract/threats/defang'
import { indicatorMeaning } from '../../format/names/indicator-meaning.ts'
import { Box, Inline, Text } from '../../ui/layout/parts.tsx'
import css from './indicator-row.module.css'
import { t } from './words.ts'

/**
 * One reason for a score, in one line where that has room: its name with an explanation, the observed value, and its contribution to the
 * score. The bar of one that raises the score has the colour of the record's severity, so that it says no more than that does.
 */
export function IndicatorRow({
  name,
  value,
  contribution,
  description,
  severity,
}: {
  name: string
  value?: string | undefined
  /** Points out of 100, with a sign. */
  contribution: number
  description?: string | undefined
  severity?: Severity | undefined
}) {
  const points = Math.round(contribution)
  const style = severity && { '--solid': `var(--${severity.toLowerCase()}-solid)` }
  return (
    <li className={`${css.row} framed`} data-good={points < 0 || undefined}>
      <span className={css.bar} data-severity={severity} style={style} aria-hidden="true" />
      <Inline as="span" gap="0 2" align="baseline" wrap>
        {description ? <Explained name={name} meaning={indicatorMeaning(description)} /> : <b>{name}</b>}
        {value && <Text tone="quiet">{defang(value)}</Text>}
      </Inline>
      <Text weight="medium" tone="quiet" num>
        {signed(points)}
        <span className="visually-hidden"> {t('points')}</span>
      </Text>
    </li>
  )
}

const silentReasons = ['Does not resolve', 'Web server not responding'] as const

/** Whether the last look-up of a record found no page: then a capture proves nothing. */
export const didNotAnswer = ({ indicators }: { indicators: readonly { name: string }[] }): boolean =>
  indicators.some(({ name }) => isOneOf(silentReasons, name))

/** That a page did not answer. */
export const silentText = (): string => t('pageDidNotAnswer')

/** Points with their sign, also for zero. */
const signed = (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points)}`

/**
 * What reasons add and what they take away, so that neither hides the other. Rounded so that both are the rounded sum of all.
 */
export function pointsOf(reasons: readonly { contribution: number }[]): string {
  const down = Math.round(reasons.reduce((sum, { contribution }) => sum + Math.min(contribution, 0), 0))
  const up = Math.round(reasons.reduce((sum, { contribution }) => sum + contribution, 0)) - down
  return [up, down]
    .filter((points, at) => points !== 0 || (at === 0 && down === 0))
    .map(signed)
    .join(', ')
}

/**
 * How many reasons are further down and what they change, so that the points in view add up, and that a score ends at 100 where they add up
 * to more. It leads to their heading.
 */
export function MoreReasons<Reason extends { contribution: number }>({
  all,
  shown,
  headingId,
}: {
  all: readonly Reason[]
  shown: readonly Reason[]
  headingId: string
}) {
  const others = all.filter((one) => !shown.includes(one))
  if (others.length === 0) return null
  const isLimited = all.reduce((sum, { contribution }) => sum + contribution, 0) >= 100.5
  return (
    <Text as="p" size="meta" num>
      <button
        type="button"
        className="link"
        onClick={() => document.querySelector<HTMLElement>(`#${CSS.escape(headingId)}`)?.focus()}
      >
        {t(isLimited ? 'moreReasonsCountLimited' : 'moreReasonsCount', {
          count: others.length,
          points: pointsOf(others),
        })}
      </button>
    </Text>
  )
}

/** A name whose explanation is shown on hover, focus or touch, until the pointer or focus leaves or Escape is pressed. */
function Explained({ name, meaning }: { name: string; meaning: string }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    // The pointer may move onto the explanation to read or copy it.
    <span className={css.explained} onPointerEnter={() => setIsOpen(true)} onPointerLeave={() => setIsOpen(false)}>
      <button
        type="button"
        className={css.name}
        aria-describedby={id}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onClick={() => setIsOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          // The surrounding panel closes only when Escape is pressed again.
          event.stopPropagation()
          setIsOpen(false)
        }}
      >
        {name}
      </button>
      <Box
        as="span"
        id={id}
        role="tooltip"
        pad="2 3"
        tone="plain"
        size="meta"
        className={`${css.meaning} raised`}
        hidden={!isOpen}
      >
        {meaning}
      </Box>
    </span>
  )
}
