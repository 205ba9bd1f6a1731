import { t } from '../words.ts'
import type { Lines } from '../../../parts/assets/asset-lines.ts'

export interface InvitedPerson {
  name: string
  email: string
  /** The original line, to be restored when it is refused. */
  line: string
}

/**
 * People to invite, one per line, in the formats of mail programs and tables: `Ada Umber <ada@umber.example>`, `Ada Umber;
 * ada@umber.example`, or only the address, from which the name is then derived.
 */
export function readInvitations(text: string): Lines<InvitedPerson> {
  const lines: Lines<InvitedPerson> = { items: [], faults: [] }
  const seen = new Set<string>()
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '') continue
    const email = /[^\s<>;,"()]+@[^\s<>;,"()]+/.exec(line)?.[0]
    if (!email) {
      lines.faults.push(t('lineProblem', { line: index + 1, why: t('lineWithoutEmail') }))
      continue
    }
    const key = email.toLowerCase()
    if (seen.has(key)) continue
    seen.add(key)
    const name = line
      .replace(email, '')
      .replaceAll(/[\s<>;,"]+/g, ' ')
      .trim()
    lines.items.push({ name: name || nameOf(email), email, line })
  }
  return lines
}

/** `ada.umber@x` gives `Ada Umber`. */
function nameOf(email: string): string {
  return (email.split('@')[0] ?? '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
