import type { PreviewedRow } from '@signet/contract/collection/imports'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { Chip, type ChipTone } from '../../../ui/feedback/status-chip.tsx'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { sentenceOf } from '../../../words/messages.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { fieldName } from './field-name.ts'
import css from './imports.module.css'
import { t } from './words.ts'

const toneOf = {
  valid: 'good',
  own: 'medium',
  skipped: 'closed',
  rejected: 'stopped',
} as const satisfies Record<PreviewedRow['state'], ChipTone>

/** What becomes of the first rows of a file; the mistake of a row names its field. */
interface PreviewTableProps {
  recordKind: Kind
  source: AnySource
  rows: readonly PreviewedRow[]
}

export function PreviewTable({ recordKind, source, rows }: PreviewTableProps) {
  const columns: SimpleColumn<PreviewedRow>[] = [
    { key: 'line', label: t('line'), render: ({ line }) => t('lineNumber', { line }) },
    {
      key: 'result',
      label: t('result'),
      wraps: true,
      render: ({ state, problem }) => (
        <Stack gap={1} align="start">
          <Chip tone={toneOf[state]}>{t(`row.${state}`)}</Chip>
          {problem ? (
            <Text size="meta" tone="danger">
              {problem.field
                ? `${fieldName(recordKind, source, problem.field)}: ${sentenceOf(problem)}`
                : sentenceOf(problem)}
            </Text>
          ) : null}
        </Stack>
      ),
    },
    { key: 'title', label: t('threat'), wraps: true, render: ({ title }) => title && shownTitle(source, title) },
    { key: 'type', label: t('target.threatType'), render: ({ threatType }) => threatType && valueName(threatType) },
    {
      key: 'severity',
      label: t('target.severity'),
      render: ({ severity }) => severity && <SeverityMark severity={severity} />,
    },
    {
      key: 'firstSeen',
      label: t('target.firstSeen'),
      isWide: true,
      render: ({ firstSeen }) => firstSeen && <TimeAgo at={firstSeen} />,
    },
  ]
  return (
    <div className={css.rows}>
      <SimpleTable
        label={t('tableOfRows')}
        columns={columns}
        rows={rows}
        idOf={({ line }) => String(line)}
        maxHeightPx={520}
        isCards
      />
    </div>
  )
}
