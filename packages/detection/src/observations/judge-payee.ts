import { fieldOf } from '@signet/contract/threats/sources'
import { ibansIn } from '../documents/ibans.ts'
import { plainAccount } from '../ownership/own-values.ts'
import { ScoreSheet } from '../score/score.ts'
import type { NameEvidence } from './evidence.ts'
import { resemblancesOf } from './resemblance.ts'
import { roleIn } from './role-words.ts'
import { walletsIn } from './wallets.ts'
import { addOrdinary, addWords, disguisedPoints } from './weigh-account.ts'
import type { Judged } from './weigh-listing.ts'

/** Points of 100, set manually; docs/quality.md says how they do. */
const points = { valid: 16, payee: 20, payeeRole: 40, mention: 14, report: 28 } as const

/** How victims and analysts describe what an account was used for. */
const report =
  /\b(?:victims?|callers?|asked to (?:pay|send)|was asked|should pay|blackmail|fake|scam\w*|posing as|fraud\w*|upfront fee|never (?:issued|came)|ransom|file charge|mining pool|impersonat\w+|hacked|collects deposits|pretends|claims to be|letter claims|threatens|extortion|requested by sms|does not exist|lost parcels?|task (?:job|group)|unpaid|falsa|falso|phishing|spoof\w*|safe account|giveaway|doubled?|doubles|opfer|anrufer|sollte (?:geld|uberweisen)|betrug|sicheres konto|victime|arnaque|victima|estafa|cuenta segura|vitima|golpe|vittima|truffa|slachtoffer|ofiara|magdur|penipuan)\b|жертв|мошенн|धोखा|احتيال|詐欺|诈骗/

const upiForm = /^[a-z0-9][\w.-]{1,60}@[a-z][a-z0-9]{1,20}$/i
const ifscForm = /(?<![A-Z0-9])[A-Z]{4}0[A-Z0-9]{6}(?![A-Z0-9])/
const numberForm = /^\d[\d -]{6,20}\d$/

/** What kind of account a text is; null if its check digits are wrong or it has no known form. */
function accountKindOf(account: string, around: string): 'wallet' | 'iban' | 'upi' | 'number' | null {
  if (walletsIn(account).length > 0) return 'wallet'
  if (ibansIn(account.toUpperCase()).length > 0) return 'iban'
  if (upiForm.test(account)) return 'upi'
  return numberForm.test(account) && (ifscForm.test(around) || account.length <= 20) ? 'number' : null
}

/** An account, wallet or payment address: a threat if a lure in the name of the brand leads to it. */
export function judgePayee(evidence: NameEvidence): Judged | null {
  const { watch, watched, company, read, mentions } = evidence
  const { fields } = read.observation
  const account = fieldOf(fields, 'account_number') ?? ''
  const kind = accountKindOf(account, [...read.names, read.text].join('\n'))
  if (kind === null || watched.brandId === null || company.accounts.has(plainAccount(account) ?? '')) return null
  const of = (text: string) => resemblancesOf(watch, text).find((each) => each.watched === watched)
  const payee =
    of(fieldOf(fields, 'account_name') ?? '') ?? (kind === 'upi' ? of(account.split('@', 1)[0] ?? '') : undefined)
  const [mention] = mentions
  const sheet = new ScoreSheet()
  sheet.add('Valid account number', points.valid, account)
  if (payee) {
    const isRole = payee.isLeading || roleIn(payee.rest) !== null
    sheet.add('Brand in the payee name', isRole ? points.payeeRole : points.payee, payee.text)
    if (payee.isDisguised) sheet.add('Disguised brand name', disguisedPoints, payee.text)
  }
  if (mention) sheet.add('Brand in the text', points.mention, mention.text)
  addOrdinary(sheet, { ...evidence, name: payee ?? null })
  const words = report.exec(read.plain)?.[0]
  if (words !== undefined && (mention ?? payee)) sheet.add('Linked to a fraud report', points.report, words)
  addWords(sheet, evidence)
  return { sheet, threatType: kind === 'wallet' ? 'Scam wallet' : payee ? 'Fraud payee' : 'Mule account' }
}
