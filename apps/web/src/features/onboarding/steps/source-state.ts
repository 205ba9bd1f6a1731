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
const connectorsOf = (source: ThreatSource, all: readonly CompanyConnector[]) =>
  all.filter((one) => one.source === source && isCollecting(one.connector))

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
  const own = connectorsOf(source, all)
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

/** How many sources of a company collect, and what the others wait for. */
export interface SourceFigures {
  all: number
  collecting: number
  /** A connector is on, but it is paused or fails. */
  stopped: number
  /** Everything that they need is there, but their connectors are off. */
  canBeOn: number
  needKey: number
  importOnly: number
}

/** The figures of the sources that are chosen. */
export function sourceFigures(
  chosen: readonly ThreatSource[],
  all: readonly CompanyConnector[],
  coverage: readonly SourceCoverage[],
): SourceFigures {
  const figures = { all: chosen.length, collecting: 0, stopped: 0, canBeOn: 0, needKey: 0, importOnly: 0 }
  for (const source of chosen) {
    const known = coverage.find((one) => one.kind === 'threat' && one.source === source)
    const own = connectorsOf(source, all)
    if (known?.state === 'collecting') figures.collecting += 1
    else if (own.some(isOn)) figures.stopped += 1
    else if (own.some((one) => missingOf(one) === 0)) figures.canBeOn += 1
    else if (own.length > 0) figures.needKey += 1
    else figures.importOnly += 1
  }
  return figures
}

/** Whether less than half of the sources collect. */
export const areFewCollecting = ({ all, collecting }: Pick<SourceFigures, 'all' | 'collecting'>): boolean =>
  collecting * 2 < all

function missingOf({ connector, credentials }: CompanyConnector): number {
  const { credentials: needed }: ConnectorInfo = infos[connector]
  return needed.filter((one) => !credentials.includes(one)).length
}
