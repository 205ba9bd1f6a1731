import { severities, type Severity } from '@signet/contract/threats/severities'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { Columns, Stack, Text } from '../../../ui/layout/parts.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import css from './add-threats-page.module.css'
import { t } from './words.ts'

interface SourceAndTypeProps {
  kind: Kind
  choices: readonly AnySource[]
  source: AnySource
  threatType: string
  severity: Severity
  onSource: (source: string) => void
  onType: (threatType: string) => void
  onSeverity: (severity: Severity) => void
}

/** What the entered threats have in common. */
export function SourceAndType(props: SourceAndTypeProps) {
  const { kind, choices, source, threatType, severity, onSource, onType, onSeverity } = props
  return (
    <Columns from={220} align="stretch">
      <Stack as="label" gap={2} className={css.field}>
        <Text weight="medium">{t('source')}</Text>
        <select value={source} onChange={(event) => onSource(event.target.value)}>
          {choices.map((one) => (
            <option key={one} value={one}>
              {valueName(sourceInfoOf(kind, one).label)}
            </option>
          ))}
        </select>
      </Stack>
      <Stack as="label" gap={2} className={css.field}>
        <Text weight="medium">{t('type')}</Text>
        <select value={threatType} onChange={(event) => onType(event.target.value)}>
          {sourceInfoOf(kind, source).types.map((type) => (
            <option key={type} value={type}>
              {valueName(type)}
            </option>
          ))}
        </select>
      </Stack>
      <Stack as="label" gap={2} className={css.field}>
        <Text weight="medium">{t('severity')}</Text>
        <select
          value={severity}
          onChange={(event) => onSeverity(severities.find((one) => one === event.target.value) ?? severity)}
        >
          {severities.map((one) => (
            <option key={one} value={one}>
              {valueName(one)}
            </option>
          ))}
        </select>
      </Stack>
    </Columns>
  )
}
