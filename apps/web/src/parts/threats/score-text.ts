import type { Severity } from '@signet/contract/threats/severities'
import { severityFloors, severityOf } from '@signet/contract/threats/severity-bands'
import { valueName } from '../../words/named/name-of.ts'
import { t } from './words.ts'

/** A score with the limit of its severity: `60 of 100 · Low is below 62`. A person or collector can give another severity. */
export function scoreText({ score, severity }: { score: number; severity: Severity }): string {
  const n = Math.round(score)
  if (severityOf(score) !== severity) return t('scoreApart', { n })
  return severity === 'Low'
    ? t('scoreLow', { n, severity: valueName(severity), limit: severityFloors.Medium })
    : t('scoreFrom', { n, severity: valueName(severity), limit: severityFloors[severity] })
}
