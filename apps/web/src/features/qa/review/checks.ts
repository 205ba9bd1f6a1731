import { dayMs } from '@signet/contract/time'
import { didNotAnswer, silentText } from '../../../parts/threats/indicator-row.tsx'
import { t } from './words.ts'
import type { QaRecordDetail } from '../qa-kind.ts'

/** A check that a reviewer makes before publishing. Its result is computed from known data and never assumed. */
export interface Check {
  key: string
  /** What was found. */
  text: string
  isGood: boolean
}

/** The checks whose finding has a place in the evidence. */
export const leadsTo = ['duplicate', 'against'] as const
/** One of `leadsTo`. */
export type LeadTo = (typeof leadsTo)[number]

/** The host of a threat as a browser displays it; `null` for sources without a host. */
export function reviewedHostOf(
  threat: Pick<QaRecordDetail, 'source' | 'title'> & Record<string, unknown>,
): string | null {
  const shown = threat['unicode_name'] ?? threat['host'] ?? threat['domain_name']
  if (typeof shown === 'string' && shown !== '') return shown.toLowerCase()
  const address = threat['link'] ?? (threat.source === 'Domain' || threat.source === 'URL' ? threat.title : null)
  if (typeof address !== 'string') return null
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#:\s]+)/i.exec(address)?.[1]?.toLowerCase() ?? null
}

/** Whether a host is one of the official domains or a subdomain of one. */
export function isOfficial(host: string, official: readonly string[]): boolean {
  return official.some((name) => host === name || host.endsWith(`.${name}`))
}

/** The checks shown in the decision column. */
export function checksOf(threat: QaRecordDetail, now: Date): Check[] {
  const host = reviewedHostOf(threat)
  const seenDays = Math.floor((now.getTime() - Date.parse(threat.lastSeen)) / dayMs)
  const duplicates = threat.related.length
  const hasEvidence = threat.evidence.length > 0
  const against = threat.indicators.filter(({ contribution }) => contribution < 0).length
  return [
    check('seen', seenDays <= 7, t('seenLast7Days'), t('lastSeenDaysAgo', { count: seenDays })),
    ...(host && threat.official.length > 0
      ? [check('own', !isOfficial(host, threat.official), t('notClientsOwn'), t('clientsOwn'))]
      : []),
    check(
      'kept',
      hasEvidence && !didNotAnswer(threat),
      t('evidenceSaved'),
      hasEvidence ? silentText() : t('noEvidenceSaved'),
    ),
    check('duplicate', duplicates === 0, t('noPossibleDuplicates'), t('duplicatesToCompare', { count: duplicates })),
    check('against', against === 0, t('noMitigatingIndicators'), t('mitigatingIndicators', { count: against })),
  ]
}

function check(key: string, isGood: boolean, passed: string, failed: string): Check {
  return { key, isGood, text: isGood ? passed : failed }
}
