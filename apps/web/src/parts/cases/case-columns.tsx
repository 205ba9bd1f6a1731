import type { Step } from '@signet/contract/takedowns/cases'
import type { Severity } from '@signet/contract/threats/severities'
import type { Assignee } from '@signet/contract/threats/assignees'
import type { AnySource } from '@signet/contract/threats/sources'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shownTitle } from '../../format/names/shown-title.ts'
import { t } from './words.ts'
import type { Column } from '../../ui/grid/columns/columns.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { StepDots } from './progress-steps.tsx'
import { SeverityMark } from '../threats/severity-mark.tsx'
import { SourceName } from '../threats/source-name.tsx'
import { AddressText } from '../../ui/text/address-text.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import css from './case-columns.module.css'
import { valueName } from '../../words/named/name-of.ts'

/** The fields that the rows of all cases share. */
export interface CaseRow {
  id: string
  source: AnySource
  title: string
  threatType: string
  severity: Severity
  steps: Step[]
  updatedAt: string
  assignedTo?: Assignee | undefined
}

type CaseSort = 'title' | 'source' | 'severity' | 'status' | 'updatedAt'

interface CaseColumns<T, Sort extends string> {
  isPhone: boolean
  /** The labels of a card, and of the column that names the case. */
  labels: { card: string; target: string }
  /** The link to a case. */
  linkOf: (id: string) => Pick<LinkProps, 'to' | 'params'>
  /** Information that the steps don't show. */
  more: (row: T) => string | null
  /** The room that `more` needs, in pixels. */
  morePx?: number
  /** Whether `more` says that it is overdue. */
  isLate?: (row: T) => boolean
  /** The column that only this kind of case has. */
  own: Column<T, Sort>
  /** Content at the end of a card. */
  foot: (row: T) => ReactNode
}

/** The columns of a list of cases. Phones show each row as a card. */
export function caseColumns<T extends CaseRow, Sort extends string>({
  isPhone,
  labels,
  linkOf,
  more,
  morePx = 214,
  isLate,
  own,
  foot,
}: CaseColumns<T, Sort>): Column<T, Sort | CaseSort>[] {
  const link = (row: T, look: 'cut' | 'clamp') => (
    <Link
      className={`name-link ${look}`}
      {...linkOf(row.id)}
      // The grid is a single tab stop. Enter opens the row under the cursor.
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
      title={shownTitle(row.source, row.title)}
    >
      <AddressText text={shownTitle(row.source, row.title)} />
    </Link>
  )
  if (isPhone) {
    const card = (row: T) => (
      <Stack as="span" gap="half">
        {link(row, 'cut')}
        <Inline as="span" justify="between" size="meta" tone="quiet" className={css.cardFoot}>
          <SeverityMark severity={row.severity} />
          {foot(row)}
        </Inline>
        <Text size="meta" tone="quiet">
          <StepDots steps={row.steps} />
        </Text>
      </Stack>
    )
    return [{ key: 'card', label: labels.card, track: '1fr', render: card }]
  }
  return [
    {
      key: 'target',
      label: labels.target,
      track: 'minmax(200px, 2.4fr)',
      sort: 'title',
      // On two lines, so that a long host is not cut.
      render: (row) => link(row, 'clamp'),
    },
    {
      key: 'source',
      label: t('source'),
      track: 'minmax(168px, 0.3fr)',
      sort: 'source',
      render: ({ source, threatType }) => (
        <TwoLines first={<SourceName source={source} />} second={valueName(threatType)} />
      ),
    },
    {
      key: 'severity',
      label: t('severity'),
      track: '104px',
      sort: 'severity',
      render: ({ severity }) => <SeverityMark severity={severity} />,
    },
    {
      key: 'status',
      label: t('status'),
      track: `minmax(${morePx}px, 0.4fr)`,
      sort: 'status',
      render: (row) => (
        <TwoLines
          first={<StepDots steps={row.steps} />}
          second={more(row)}
          tone={isLate?.(row) ? 'danger' : undefined}
        />
      ),
    },
    own,
    {
      key: 'assignee',
      label: t('assignee'),
      track: 'minmax(118px, 0.5fr)',
      render: ({ assignedTo }) =>
        assignedTo ? (
          <Text as="span" cut title={assignedTo.name}>
            {assignedTo.name}
          </Text>
        ) : (
          <Text tone="quiet">{t('assigned.nobody')}</Text>
        ),
    },
    {
      key: 'moved',
      label: t('lastUpdated'),
      track: '120px',
      sort: 'updatedAt',
      render: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
    },
  ]
}

/** A cell with a first line, and additional information below it. */
export function TwoLines({
  first,
  second,
  tone,
}: {
  first: ReactNode
  second: string | null
  tone?: 'danger' | undefined
}) {
  return (
    <Stack as="span" gap="half">
      {first}
      {second === null ? null : (
        <Text as="small" cut title={second} tone={tone}>
          {second}
        </Text>
      )}
    </Stack>
  )
}
