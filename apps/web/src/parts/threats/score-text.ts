import type { Severity } from '@signet/contract/threats/severities'
import { severityFloors, severityOf } from '@signet/contract/threats/severity-bands'
import { valueName } from '../../words/named/name-of.ts'
import { t } from './words.ts'

interface Scored {
  score: number
  severity: Severity
}

/** A score with the limit of its severity: `60 of 100 · Low is below 62`. */
export const scoreText = (scored: Scored): string => `${scoreOf(scored)} · ${boundOf(scored)}`

/** `60 of 100`. */
export const scoreOf = ({ score }: Pick<Scored, 'score'>): string => t('scoreOf', { n: Math.round(score) })

/** The limit of a severity: `Low is below 62`. A person or collector can give a score another severity. */
export function boundOf({ score, severity }: Scored): string {
  if (severityOf(score) !== severity) return t('boundApart')
  return severity === 'Low'
    ? t('boundLow', { severity: valueName(severity), limit: severityFloors.Medium })
    : t('boundFrom', { severity: valueName(severity), limit: severityFloors[severity] })
}
