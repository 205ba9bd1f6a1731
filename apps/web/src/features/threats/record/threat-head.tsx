import type { MarkedName } from '@signet/contract/threats/marked-name'
import { IconCopy } from '@tabler/icons-react'
import { Suspense, type ReactNode } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { titleForms } from '../../../format/names/shown-title.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Chip, StatusChip } from '../../../ui/feedback/status-chip.tsx'
import { Box, Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useRecords, type AnyThreat } from '../records.ts'
import css from './threat-panel.module.css'
import { valueName } from '../../../words/named/name-of.ts'

const MarkedTitle = lazy(() =>
  import('../../../parts/threats/names/marked-name.tsx').then(({ MarkedTitle: title }) => ({ default: title })),
)

/** Title, severity, status and source. */
export function ThreatHead({
  threat,
  marked = null,
  aside,
}: {
  threat: AnyThreat
  /** The parts of the name to highlight, once they are known. */
  marked?: MarkedName | null | undefined
  /** At the end of the first line. */
  aside?: ReactNode
}) {
  const { label } = useRecords().infoOf(threat.source)
  const { shown, registered } = titleForms(threat)
  return (
    <Box fixed pad="0 5 4">
      <Inline as="h2" gap={1} align="start" size="object" className={css.title}>
        <Text>
          {marked ? (
            <Suspense fallback={shown}>
              <MarkedTitle shown={shown} marked={marked} />
            </Suspense>
          ) : (
            shown
          )}
        </Text>
        <IconButton label={t('copyAddress')} onClick={() => copyText(threat.url ?? threat.title, t('address'))}>
          <IconCopy size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      </Inline>
      {registered && (
        <Text as="p" tone="quiet" className="mono">
          {registered}
        </Text>
      )}
      <Inline as={aside ? 'div' : 'p'} wrap tone="quiet" above={2}>
        <SeverityMark severity={threat.severity} />
        <StatusChip status={threat.status} source={threat.source} />
        {aside && <Box push>{aside}</Box>}
        <Inline as="span" is-inline>
          <SourceIcon source={threat.source} size={15} />
          <span>
            <span className="num">{threat.number}</span> · {valueName(label)} · {valueName(threat.threatType)}
          </span>
        </Inline>
        {threat.isDemo && <Chip tone="closed">{t('demoData')}</Chip>}
      </Inline>
    </Box>
  )
}
