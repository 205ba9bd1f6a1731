import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import { asOneLine } from '../../mail/mail-address.ts'
import type { PackedCase, PackedFile } from './packed-case.ts'

/** A section with a heading in plain text; nothing if there are no lines. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, '-'.repeat(title.length), ...lines] : []
}

const lineMax = 2000
/** User text made safe for a line of the pack. */
const lineOf = (text: string) => asOneLine(text, lineMax)

/** Multi-line user text with a mark before each line, so that none of them looks like a line of the pack itself. */
function quoted(text: string | undefined): string[] {
  const lines = (text ?? '').split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map(lineOf)
  return text ? lines.map((line) => `    > ${line}`.trimEnd()) : []
}

/** A readable summary of the case on one page. Instants are in UTC. */
export function summaryOf(pack: PackedCase, files: readonly PackedFile[], lost: readonly PackedFile[]): string {
  const { takedown, attempts, events, address, company } = pack
  const { clocks } = takedown
  const facts = [
    ['Our reference', caseReferenceOf(takedown.id)],
    ['Case', takedown.id],
    ["Provider's case number", takedown.reference],
    ['On behalf of', company],
    ['Subject', takedown.title],
    ['Address', address],
    ['Source', takedown.source],
    ['Type', takedown.threatType],
    ['Severity', takedown.severity],
    ['Status', takedown.statusLabel],
    ['Requested', clocks.requestedAt],
    ['Authorised', clocks.authorisedAt],
    ['Notice sent', clocks.submittedAt],
    ['Offline', clocks.offlineAt],
    ['Resolved', clocks.resolvedAt],
  ].flatMap(([label, value]) => (value ? [`${`${label}:`.padEnd(24)}${lineOf(value)}`] : []))
  return [
    'Takedown, with all that is kept of it. Times are in UTC.',
    '',
    ...facts,
    ...section(
      'What happened',
      events.flatMap(({ at, by, text, remark }) => [
        `${at}  ${lineOf(by ?? 'Signet')}: ${lineOf(text)}`,
        ...quoted(remark),
      ]),
    ),
    ...section(
      'Who was asked',
      attempts.flatMap(({ at, channel, recipient, status, reference, answer }) => [
        `${at}  ${channel}, ${lineOf(recipient)}: ${status}${reference ? `, ${lineOf(reference)}` : ''}`,
        ...quoted(answer),
      ]),
    ),
    ...section(
      'Files',
      files.map(({ at, path, size, sha256 }) => `${at}  ${path}, ${size} bytes, SHA-256 ${sha256}`),
    ),
    ...section(
      'Not kept any more',
      lost.map(({ at, path, sha256 }) => `${at}  ${path}, SHA-256 ${sha256}`),
    ),
    '',
  ].join('\n')
}
