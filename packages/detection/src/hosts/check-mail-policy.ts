import type { MailPolicy } from '@signet/contract/collection/host-readings'
import type { ScoreSheet } from '../score/score.ts'

/** Points of 100, set manually. */
const points = { spf: 30, spfForAll: 50, dmarc: 32, dmarcNone: 30 } as const

/** RFC 7208, section 4.6.4. */
const lookUpsMax = 10

/** What is wrong with the records that say who may send email for a domain. */
export function checkMailPolicy({ spf, spfLookUps, dmarc }: MailPolicy, sheet: ScoreSheet): void {
  const [record = ''] = spf
  if (spf.length === 0) sheet.add('SPF record missing', points.spf)
  else if (spf.length > 1) sheet.add('SPF record invalid', points.spf, `${spf.length} SPF records`)
  else if (allowsAll(record)) sheet.add('SPF allows everyone', points.spfForAll, record)
  else if ((spfLookUps ?? 0) > lookUpsMax)
    sheet.add('SPF record invalid', points.spf, `more than ${lookUpsMax} look-ups`)
  if (dmarc.length !== 1)
    sheet.add('DMARC record missing', points.dmarc, dmarc.length > 1 ? `${dmarc.length} DMARC records` : undefined)
  else if (policyOf(dmarc[0] ?? '') === 'none') sheet.add('DMARC without effect', points.dmarcNone, 'p=none')
}

/** A qualifier is `+` if it is left out (RFC 7208, section 4.6.2). */
const allowsAll = (record: string) => /\s\+?all(?:\s|$)/i.test(record)

/** A record without a valid policy has no effect either (RFC 7489, section 6.6.3). */
function policyOf(record: string): 'none' | 'quarantine' | 'reject' {
  const policy = /;\s*p\s*=\s*(quarantine|reject)\b/i.exec(record)?.[1]?.toLowerCase()
  return policy === 'quarantine' || policy === 'reject' ? policy : 'none'
}
