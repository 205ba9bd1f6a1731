import { Link, type LinkProps } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { dateTime, dateTimeWithZone } from '../../format/time/date-time.ts'
import { Box, Card, Inline, Split, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './case-layout.module.css'

/** The link from a case back to its list. */
export function CaseCrumbs({
  to,
  list,
  name,
}: {
  to: NonNullable<LinkProps['to']>
  /** The title of the list. */
  list: string
  name: string
}) {
  return (
    <Inline as="nav" align="stretch" tone="quiet" below={2} className={css.crumbs} aria-label={t('breadcrumb')}>
      {/* The list isn't the current page, although its path starts like it. */}
      <Link to={to} activeOptions={{ exact: true }}>
        {list}
      </Link>
      <span aria-hidden="true">/</span>
      <span>{name}</span>
    </Inline>
  )
}

/** The subject, status and actions of a case. */
export function CaseHead({
  title,
  chips,
  actions,
  children,
}: {
  title: string
  chips: ReactNode
  actions?: ReactNode
  /** What the case is for, in a line below the chips. */
  children?: ReactNode
}) {
  return (
    <Inline as="header" gap={4} align="start" justify="between" wrap below={4}>
      <Box basis={320}>
        <Text as="h2" size="object" className={css.title}>
          {title}
        </Text>
        {/* Chips contain block elements, which aren't allowed in a paragraph. */}
        <Inline gap={3} wrap tone="quiet" above={1}>
          {chips}
        </Inline>
        {children}
      </Box>
      {actions ? (
        <Inline align="stretch" wrap className={css.actions}>
          {actions}
        </Inline>
      ) : null}
    </Inline>
  )
}

/** The history on the left and the facts on the right; a single column on narrow screens, which begins with `first`. */
export function CaseColumns({
  children,
  first,
  side,
}: {
  children: ReactNode
  /** Above the rest of the side: what is to be read first. */
  first?: ReactNode
  side: ReactNode
}) {
  return (
    <Split align="start" above={4} tracks="minmax(0, 1fr) clamp(320px, 26vw, 372px)" className={css.columns}>
      {first ? <Stack>{first}</Stack> : null}
      <Stack className={css.main}>{children}</Stack>
      <Stack>{side}</Stack>
    </Split>
  )
}

/** A card with its heading. */
export function CaseCard({
  title,
  aside,
  children,
}: {
  title: string
  /** Next to the heading: a count, a choice or a button. */
  aside?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId}>
      <Inline as="header" gap={3} align="baseline" justify="between" wrap below={3}>
        <Box as="h3" least={24} id={titleId}>
          {title}
        </Box>
        {aside ? (
          <Box size="meta" tone="quiet" className={`${css.aside} strip`}>
            {aside}
          </Box>
        ) : null}
      </Inline>
      {children}
    </Card>
  )
}

/** A card without a heading of its own, named for screen readers. */
export function PlainCard({ label, children }: { label: string; children: ReactNode }) {
  return <Card aria-label={label}>{children}</Card>
}

/** An instant in full, or that it hasn't happened yet. */
export function Moment({ at }: { at: string | undefined }) {
  if (!at) return t('notYet')
  return (
    <time dateTime={at} title={dateTimeWithZone(at)}>
      {dateTime(at)}
    </time>
  )
}
