import { connectors, type SourceCoverage } from '@signet/contract/collection/connectors'
import { t } from './words.ts'

/** How a source is covered, in one sentence. */
export function coverageSentence({ state, connectors: works }: Omit<SourceCoverage, 'dataAt'>): string {
  const on = works.filter((work) => work.state !== 'off')
  const names = on.map(({ connector }) => connectors[connector].label).join(', ')
  if (state === 'importOnly') return t('importOnlyHint')
  if (state === 'off') return t('offHint')
  if (state === 'troubled') return t('sourceTroubled', { names })
  return names ? t('sourceCollecting', { names }) : t('sourceCollectingFeeds')
}
