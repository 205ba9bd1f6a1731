import { createHash } from 'node:crypto'
import type { MailContent } from '@signet/connectors'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { normaliseName } from '@signet/detection'
import { paymentAccountsIn } from './payment-accounts.ts'
import type { ReportedMessage } from './read-reported-mail.ts'
import { readReportedMail, type ReportedMailContent } from './read-reported-mail.ts'

/** What is called a link at the foot of nearly every email, and leads to no page that anybody reports. */
const footer =
  /^\W*(?:unsubscribe|opt[- ]?out|privacy|terms|imprint|view (?:it )?in (?:your )?browser|abmelden|abbestellen|datenschutz|impressum|agb|im browser|se d[ée]sabonner|darse de baja|uitschrijven)\b/i
/** Of one email. */
const limits = { links: 60, accounts: 20, text: 20_000 } as const

const usual = { at: null, names: [], handle: null, phones: [], account: null, pictureUrl: null, reports: 1 } as const

/**
 * Reads an email in which somebody reports something, and returns what is in it before detection: each link once, as an address and as part
 * of what the email says, and accounts that it asks to pay to.
 *
 * @returns null if it can't be read
 */
export async function observeReportedMail(bytes: Buffer, textModel: string | null = null): Promise<MailContent | null> {
  const report = await readReportedMail(bytes, textModel)
  if (!report) return null
  const { messageId, from } = report
  const mail = { id: messageId ?? createHash('sha256').update(bytes).digest('hex'), sender: from }
  return { mail, observations: observationsIn(report) }
}

/** The links of an email, and the accounts that it asks to pay to. */
export function observationsIn({ messages, codes }: ReportedMailContent): SourceObservation[] {
  const links = new Map<string, SourceObservation[]>()
  // What is attached says more about its links than the words of the person who reports.
  for (const message of messages.toReversed()) {
    for (const { url, shown } of message.links) addLink(links, message, url, footer.test(shown))
  }
  const [outer] = messages
  const all = outer && { ...outer, text: messages.map(({ subject, text }) => `${subject}\n${text}`).join('\n\n') }
  if (all) for (const code of codes) if (/^https?:\/\//i.test(code)) addLink(links, all, code, false)
  const accounts = all ? accountsIn(all, codes) : []
  return [...[...links.values()].flat(), ...accounts]
}

function addLink(links: Map<string, SourceObservation[]>, message: ReportedMessage, url: string, isFooter: boolean) {
  const name = normaliseName(url)
  if (!name || links.size >= limits.links) return
  const { host } = name
  // Scans take an address without a path for its host.
  const address = name.isAddress ? name.address : `${new URL(url).protocol}//${host}/`
  if (links.has(address) || !URL.canParse(address)) return
  const seen: SourceObservation = {
    ...usual,
    source: 'URL',
    kind: 'address',
    id: address,
    url: address,
    fields: { link: address, host, urlSource: 'Reported by mail', reports: 1 },
    text: '',
    links: [],
  }
  const text = `${message.subject}\n${message.text}`.slice(0, limits.text)
  const inText: SourceObservation[] = isFooter ? [] : [{ ...seen, kind: 'post', text, links: [address] }]
  links.set(address, [seen, ...inText])
}

/** Payment accounts in the text and in QR codes, such as `upi://pay?pa=name@bank`. */
function accountsIn({ text }: ReportedMessage, codes: readonly string[]): SourceObservation[] {
  const accounts = paymentAccountsIn(text.slice(0, limits.text), codes)
  return accounts.slice(0, limits.accounts).map((account) => ({
    ...usual,
    source: 'FinancialFraud',
    kind: 'payee',
    id: account,
    url: null,
    fields: { account_number: account, seenWith: 'Reported by mail' },
    text: text.slice(0, limits.text),
    links: [],
  }))
}
