import type { MailKind } from '@signet/contract/takedowns/replies'

/** The parts of a parsed email that say what it is. */
export interface MailFacts {
  /** The address in `From`, in lower case; null without one. */
  from: string | null
  subject: string
  text: string
  /** Header values by name in lower case; the first of each. */
  headers: Readonly<Record<string, string>>
  /** Parts that are reports or messages themselves, e.g. `message/delivery-status`. */
  parts: readonly { type: string; text: string }[]
}

/** What a report of a failed delivery says. */
export interface Bounce {
  /** The addresses that failed, in lower case. */
  recipients: string[]
  /** The enhanced status code (RFC 3463), e.g. `5.1.1`; null without one. */
  status: string | null
  /** What the mail server said, one line. */
  reason: string
}

/** What an email is. */
export interface KnownMail {
  kind: MailKind
  /** Only of a bounce. */
  bounce: Bounce | null
  /** Message-IDs of an email that a report returns, without angle brackets. */
  returnedIds: string[]
}

const recipientsMax = 10
const reasonMax = 300

/**
 * Tells automatic emails and reports of failed deliveries from answers.
 *
 * Source: RFC 3834 (Auto-Submitted), RFC 3464 (delivery status notifications), and the headers of common mail programs.
 *
 * @returns `bounce` only for a failure: a report of a delay is `automatic`
 */
export function kindOfMail(mail: MailFacts): KnownMail {
  const known = ofReport(mail)
  return known
    ? { ...known, returnedIds: returnedIds(mail) }
    : { kind: isAutomatic(mail) ? 'automatic' : 'answer', bounce: null, returnedIds: [] }
}

/** RFC 3464, and RFC 6533 for addresses that aren't ASCII. */
const reportTypes: ReadonlySet<string> = new Set(['message/delivery-status', 'message/global-delivery-status'])

function ofReport(mail: MailFacts): Omit<KnownMail, 'returnedIds'> | null {
  const report = mail.parts.find(({ type }) => reportTypes.has(type))
  const groups = report ? groupsOf(report.text) : []
  const bounce = readReport(groups, mail)
  if (bounce) return { kind: 'bounce', bounce }
  const isAboutRecipients = groups.some((group) => group.has('action') || group.has('status'))
  if (!isAboutRecipients && looksReturned(mail)) return { kind: 'bounce', bounce: readPlainBounce(mail) }
  return report ? { kind: 'automatic', bounce: null } : null
}

/** RFC 3464, section 2: groups of fields, the first about the message, each other about a recipient. */
const groupsOf = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)

/** Some servers leave the action out, although it is mandatory; a code of the class 5 is a failure all the same. */
const isFailed = (group: ReadonlyMap<string, string>) =>
  group.has('action')
    ? group.get('action')?.toLowerCase() === 'failed'
    : (group.get('status')?.startsWith('5.') ?? false)

function readReport(groups: readonly ReadonlyMap<string, string>[], mail: MailFacts): Bounce | null {
  const failed = groups.filter(isFailed)
  const [first] = failed
  if (!first) return null
  const recipients = failed.flatMap((group) =>
    addressesIn(group.get('final-recipient') ?? group.get('original-recipient') ?? ''),
  )
  const diagnostic = first.get('diagnostic-code')?.replace(/^[\w-]+;\s*/, '')
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(first.get('status') ?? '')?.[0] ?? null
  return {
    recipients: [...new Set(recipients)].slice(0, recipientsMax),
    status,
    reason: oneLine(diagnostic ?? status ?? mail.subject),
  }
}

function fieldsOf(group: string): Map<string, string> {
  const lines = group.replaceAll(/\n[ \t]+/g, ' ').split('\n')
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const at = line.indexOf(':')
      return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : []
    }),
  )
}

const daemon = /^(?:mailer-daemon|postmaster|mail-?daemon|maildeliverysystem)@/
const returnedSubject =
  /undeliver|delivery (?:has )?fail|delivery status notification ?\(failure|returned mail|returned to sender|failure notice|mail delivery (?:failed|failure)|unzustellbar|nicht zugestellt|zustellung fehlgeschlagen|non remis|échec de la remise|no se (?:ha podido|pudo) entregar|mancata consegna|onbestelbaar/i
const onlyDelayed = /\bdelayed\b|will (?:be retried|keep trying|retry)|warning message|verzögert|noch nicht zugestellt/i

/** Reports without a part for programs, as qmail, Exim and some providers send them. */
function looksReturned({ from, headers, subject, text }: MailFacts): boolean {
  const isFromServer = daemon.test(from ?? '') || headers['return-path']?.trim() === '<>'
  const isFailure = returnedSubject.test(subject) || headers['x-failed-recipients'] !== undefined
  return isFromServer && isFailure && !onlyDelayed.test(`${subject}\n${text.slice(0, 2000)}`)
}

function readPlainBounce(mail: MailFacts): Bounce {
  const { headers, text, subject } = mail
  const listed = addressesIn(headers['x-failed-recipients'] ?? '')
  const named =
    listed.length > 0
      ? listed
      : addressesIn(text.slice(0, 4000).replaceAll(/message-id:.*/gi, '')).filter((address) => !daemon.test(address))
  const line = text.split('\n').find((each) => /\b[45]\d\d[ -]|\b[45]\.\d{1,3}\.\d{1,3}\b/.test(each))
  return {
    recipients: named.slice(0, recipientsMax),
    status: /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(line ?? '')?.[0] ?? null,
    reason: oneLine(line ?? subject),
  }
}

/** The Message-IDs in the returned email, whether it is a part of the report or quoted in its text. */
function returnedIds({ parts, text }: MailFacts): string[] {
  const ids = [...parts.map((part) => part.text), text].flatMap((source) =>
    [...source.matchAll(/^[>\s]*message-id:\s*<([^<>\s]{3,250})>/gim)].flatMap(([, id]) => id ?? []),
  )
  return [...new Set(ids)].slice(0, 20)
}

function addressesIn(text: string): string[] {
  const found = text.toLowerCase().matchAll(/[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}/g)
  return [...new Set([...found].map(([address]) => address))]
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, reasonMax)

const awaySubject =
  /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|automatische antwort|abwesenheit|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord)/i

function isAutomatic({ headers, subject }: MailFacts): boolean {
  const submitted = headers['auto-submitted']?.trim().toLowerCase()
  return (
    (submitted !== undefined && !/^no\b/.test(submitted)) ||
    /^(?:bulk|junk|list|auto_reply)\b/i.test(headers['precedence']?.trim() ?? '') ||
    headers['x-autoreply'] !== undefined ||
    headers['x-autorespond'] !== undefined ||
    headers['return-path']?.trim() === '<>' ||
    awaySubject.test(subject.trim())
  )
}
