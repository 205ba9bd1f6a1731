import { connectors, type SourceCoverage } from '@signet/contract/collection/connectors'
import { t } from './words.ts'

/** How a source is covered, in one sentence. */
export function coverageSentence({ kind, state, dataAt, connectors: works }: Omit<SourceCoverage, 'source'>): string {
  const shown = works.filter((work) =>
    state === 'paused' ? work.state === 'paused' : work.state !== 'off' && work.state !== 'paused',
  )
  const names = shown.map(({ connector }) => connectors[connector].label).join(', ')
  if (state === 'importOnly') return t(kind === 'tout' ? 'importOnlyHintTouts' : 'importOnlyHint')
  if (state === 'off') return t(dataAt ? 'offHintWithData' : 'offHint')
  if (state === 'paused') return t('sourcePaused', { names })
  if (state === 'troubled') return t('sourceTroubled', { names })
  return names ? t('sourceCollecting', { names }) : t('sourceCollectingFeeds')
}
