import type { ReactNode } from 'react'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { shortNumber } from '../../../format/numbers/short-number.ts'
import { Explained } from '../../../ui/text/explained.tsx'
import { Box, Card, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from './stat-card.module.css'

interface StatCardProps {
  label: string
  /** What exactly is counted. */
  about: string
  /** Undefined while it is loading, null when that failed. */
  count: number | null | undefined
  /** Whether the count is a lower bound. */
  isCapped?: boolean
  /** The link around the value, to the list that it counts. */
  linkOf?: (props: { className: string; 'aria-label': string; children: string }) => ReactNode
  children?: ReactNode
}

/** One figure: its label, its value, and an explanation. */
export function StatCard({ label, about, count, isCapped, linkOf, children }: StatCardProps) {
  const value = `${shortNumber(count ?? 0)}${isCapped ? '+' : ''}`
  return (
    <Card as="li" gap={1} least={108}>
      <Text weight="medium" tone="quiet">
        <Explained about={about}>{label}</Explained>
      </Text>
      {count === undefined ? (
        <span className={css.ghost} aria-hidden="true" />
      ) : (
        <Text
          as="b"
          size="figure"
          num
          title={
            count === null ? undefined : isCapped ? t('countOrMore', { count: exactNumber(count) }) : exactNumber(count)
          }
        >
          {count === null ? (
            <Text as="small" size="long">
              {t('unknown')}
            </Text>
          ) : linkOf ? (
            linkOf({ className: css.link ?? '', 'aria-label': `${label}: ${value}`, children: value })
          ) : (
            value
          )}
        </Text>
      )}
      <Box as="span" least={17} tone="quiet" size="meta">
        {children}
      </Box>
    </Card>
  )
}
