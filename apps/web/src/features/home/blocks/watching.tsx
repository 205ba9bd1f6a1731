import { useQuery } from '@tanstack/react-query'
import { timeAgo, withinSentence } from '../../../format/time/time-ago.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { FailedLine } from '../../../ui/feedback/data-state.tsx'
import { Card, Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { lastScanQuery } from '../home.api.ts'
import { sourceName } from '../../../words/named/threats.ts'

/** The home page of a company without any threats: what is watched, and when it was last checked. */
export function Watching({ company, now }: { company: string; now: Date }) {
  const sources = useClientInfo()?.threatSources ?? []
  const scan = useQuery(lastScanQuery(company))
  return (
    <Card as="div">
      <Text as="h2" below={2}>
        {t('noThreatsYet')}
      </Text>
      <Text as="p" tone="quiet">
        {t('watchedSourcesCount', { count: sources.length })}{' '}
        {scan.data?.at
          ? t('lastScan', {
              ago: withinSentence(timeAgo(scan.data.at, now)),
            })
          : t('findingsAppear')}
      </Text>
      {scan.error && !scan.data ? (
        <FailedLine retry={() => void scan.refetch()}>{t('lastScanFailed')}</FailedLine>
      ) : null}
      <Inline as="ul" gap={5} align="stretch" wrap above={3} aria-label={t('watchedSources')}>
        {sources.map((source) => (
          <Inline as="li" is-inline key={source}>
            <SourceIcon source={source} />
            {sourceName(source)}
          </Inline>
        ))}
      </Inline>
    </Card>
  )
}
