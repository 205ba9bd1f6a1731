import type { MailPolicy, MtaSts } from '@signet/contract/collection/host-readings'
import type { ScoreSheet } from '../score/score.ts'

/** Points of 100, set manually. */
const points = { spf: 30, spfForAll: 50, dmarc: 32, dmarcNone: 30, mtaSts: 30, mtaStsNone: 30 } as const

/** RFC 7208, section 4.6.4. */
const lookUpsMax = 10

/**
 * What is wrong with the records that say who may send email for a domain, and that email to it must be encrypted.
 *
 * @param exchangers its mail servers
 */
export function checkMailPolicy(
  { spf, spfLookUps, dmarc, mtaSts }: MailPolicy,
  exchangers: readonly string[],
  sheet: ScoreSheet,
): void {
  const [record = ''] = spf
  if (spf.length === 0) sheet.add('SPF record missing', points.spf)
  else if (spf.length > 1) sheet.add('SPF record invalid', points.spf, `${spf.length} SPF records`)
  else if (allowsAll(record)) sheet.add('SPF allows everyone', points.spfForAll, record)
  else if ((spfLookUps ?? 0) > lookUpsMax)
    sheet.add('SPF record invalid', points.spf, `more than ${lookUpsMax} look-ups`)
  if (dmarc.length !== 1)
    sheet.add('DMARC record missing', points.dmarc, dmarc.length > 1 ? `${dmarc.length} DMARC records` : undefined)
  else if (policyOf(dmarc[0] ?? '') === 'none') sheet.add('DMARC without effect', points.dmarcNone, 'p=none')
  if (mtaSts) checkMtaSts(mtaSts, exchangers, sheet)
}

/** Most domains have none, which is no fault; one that doesn't work is. */
function checkMtaSts({ records, policy }: MtaSts, exchangers: readonly string[], sheet: ScoreSheet): void {
  const wrong = (what: string) => sheet.add('MTA-STS invalid', points.mtaSts, what)
  if (records.length > 1) wrong(`${records.length} MTA-STS records`)
  if (records.length !== 1) return
  if (policy.state === 'missing') wrong('no policy')
  if (policy.state === 'invalidCertificate') wrong('invalid certificate')
  if (policy.state !== 'found') return
  const lines = policy.text.split('\n').map((line) => ({ line, colon: line.indexOf(':') }))
  const valuesOf = (key: string) =>
    lines.flatMap(({ line, colon }) => (line.slice(0, colon).trim() === key ? [line.slice(colon + 1).trim()] : []))
  const [mode = ''] = valuesOf('mode')
  const allowed = valuesOf('mx')
  const leftOut = exchangers.find((name) => !allowed.some((pattern) => isCovered(name, pattern)))
  if (valuesOf('version')[0] !== 'STSv1' || !/^(?:enforce|testing|none)$/.test(mode)) wrong('unreadable policy')
  else if (mode !== 'enforce') sheet.add('MTA-STS without effect', points.mtaStsNone, `mode: ${mode}`)
  else if (leftOut !== undefined) wrong(`without ${leftOut}`)
}

/** `*` stands for exactly one label (RFC 8461, section 4.1). */
function isCovered(name: string, pattern: string): boolean {
  const wanted = pattern.toLowerCase().replace(/\.$/, '')
  return wanted.startsWith('*.') ? name.slice(name.indexOf('.')) === wanted.slice(1) : name === wanted
}

/** A qualifier is `+` if it is left out (RFC 7208, section 4.6.2). */
const allowsAll = (record: string) => /\s\+?all(?:\s|$)/i.test(record)

/** A record without a valid policy has no effect either (RFC 7489, section 6.6.3). */
function policyOf(record: string): 'none' | 'quarantine' | 'reject' {
  const policy = /;\s*p\s*=\s*(quarantine|reject)\b/i.exec(record)?.[1]?.toLowerCase()
  return policy === 'quarantine' || policy === 'reject' ? policy : 'none'
}
