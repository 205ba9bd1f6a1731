import {
  connectors as infos,
  isCollecting,
  type CompanyConnector,
  type ConnectorInfo,
  type SourceCoverage,
} from '@signet/contract/collection/connectors'
import type { ThreatSource } from '@signet/contract/threats/sources'
import { t } from '../words.ts'

const names = (some: readonly CompanyConnector[]) => some.map(({ connector }) => infos[connector].label).join(', ')
const isOn = ({ state }: CompanyConnector) => state !== 'off'
const failing = new Set<CompanyConnector['state']>(['needsAccount', 'failing'])

/**
 * What brings in the threats of a source, and what waits for a key, in one or two sentences.
 *
 * @param coverage how the sources that the company already has are covered
 */
export function sourceState(
  source: ThreatSource,
  all: readonly CompanyConnector[],
  coverage: readonly SourceCoverage[],
): string {
  const own = all.filter((one) => one.source === source && isCollecting(one.connector))
  if (own.length === 0) {
    const known = coverage.find((one) => one.kind === 'threat' && one.source === source)
    return known?.state === 'collecting' ? t('sourceFeeds') : t('sourceImportOnly')
  }
  const parts = {
    sourceHasFeed: own.filter((one) => isOn(one) && !failing.has(one.state)),
    sourceFails: own.filter(({ state }) => failing.has(state)),
    sourceCanBeOn: own.filter((one) => !isOn(one) && missingOf(one) === 0),
    sourceNeedsKey: own.filter((one) => !isOn(one) && missingOf(one) > 0),
  } as const
  return [
    parts.sourceHasFeed.length > 0 && t('sourceHasFeed', { names: names(parts.sourceHasFeed) }),
    parts.sourceFails.length > 0 && t('sourceFails', { names: names(parts.sourceFails) }),
    parts.sourceCanBeOn.length > 0 && t('sourceCanBeOn', { names: names(parts.sourceCanBeOn) }),
    parts.sourceNeedsKey.length > 0 && t('sourceNeedsKey', { names: names(parts.sourceNeedsKey) }),
  ]
    .filter(Boolean)
    .join(' ')
}

function missingOf({ connector, credentials }: CompanyConnector): number {
  const { credentials: needed }: ConnectorInfo = infos[connector]
  return needed.filter((one) => !credentials.includes(one)).length
}
