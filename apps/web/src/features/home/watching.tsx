import { useQuery } from '@tanstack/react-query'
import { timeAgo, withinSentence } from '../../format/time-ago.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { SourceIcon } from '../../parts/threats/source-icon.tsx'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { plural, t } from '../../words/words.ts'
import { lastScanQuery } from './home.api.ts'
import { sourceName } from '../../words/named/threats.ts'

/** What a home without a single threat says: that somebody looks, where, and when last. */
export function Watching({ company, now }: { company: string; now: Date }) {
  const sources = useClientInfo()?.threatSources ?? []
  const scan = useQuery(lastScanQuery(company)).data
  return (
    <Card as="div">
      <Text as="h2" below={2}>
        {t('No threat was published yet')}
      </Text>
      <Text as="p" tone="quiet">
        {plural(sources.length, '{n} source is watched.', '{n} sources are watched.')}{' '}
        {scan?.at
          ? t('Last scan {ago}. What it finds appears here after a review.', {
              ago: withinSentence(timeAgo(scan.at, now)),
            })
          : t('What a scan finds appears here after a review.')}
      </Text>
      <Inline as="ul" gap={5} align="stretch" wrap above={3} aria-label={t('Watched sources')}>
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
