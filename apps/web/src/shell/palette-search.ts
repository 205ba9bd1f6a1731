import { listDeeperAnalyses } from '@signet/contract/deeper-analyses'
import { getGlossary } from '@signet/contract/glossary'
import { can, type Role } from '@signet/contract/permissions'
import { listTakedowns } from '@signet/contract/takedowns'
import { listAllThreats } from '@signet/contract/threats'
import { call } from '../api/call.ts'
import { shownTitle } from '../format/shown-title.ts'
import { sourceSlug } from '../navigation.ts'
import { msg } from '../words/words.ts'
import type { ShellSign } from './shell-icon.tsx'

/** Something of the company that the palette leads to. */
export interface FoundObject {
  key: string
  label: string
  /** What it is, in English: `Threat`. */
  kind: string
  href: string
  source?: string
  sign?: ShellSign
}

const [threatsMax, casesMax, entriesMax] = [8, 5, 5]

/** Threats, cases and glossary entries by title or id, as far as the role may see them; a part that cannot be read is left out. */
export async function findInPalette({
  role,
  company,
  text,
  signal,
}: {
  role: Role
  company: string
  text: string
  signal: AbortSignal
}): Promise<FoundObject[]> {
  const searched = { company, searchQuery: text }
  const isQa = role === 'qa'
  const parts: Promise<FoundObject[]>[] = []
  if (can(role, 'threats:read')) {
    parts.push(
      call(listAllThreats, { query: { ...searched, limit: threatsMax }, signal }).then(({ items }) =>
        items.map(({ id, title, source }) => ({
          key: `threat ${id}`,
          label: shownTitle(source, title),
          kind: msg('Threat'),
          href: `/threats/${encodeURIComponent(sourceSlug(source))}?id=${id}`,
          source,
        })),
      ),
    )
  }
  if (can(role, 'takedowns:read')) {
    parts.push(
      call(listTakedowns, { query: { ...searched, limit: casesMax }, signal }).then(({ items }) =>
        items.map(({ id, source, title }) => ({
          key: `takedown ${id}`,
          label: shownTitle(source, title),
          kind: msg('Takedown'),
          href: `/takedown/${id}`,
          sign: 'takedown',
        })),
      ),
    )
  }
  if (can(role, 'analyses:read')) {
    parts.push(
      call(listDeeperAnalyses, { query: { ...searched, limit: casesMax }, signal }).then(({ items }) =>
        items.map(({ id, source, title }) => ({
          key: `analysis ${id}`,
          label: shownTitle(source, title),
          kind: msg('Deeper analysis'),
          href: `/deeperAnalysis/${id}`,
          sign: 'analysis',
        })),
      ),
    )
  }
  parts.push(
    call(getGlossary, { query: { searchQuery: text }, signal }).then((entries) =>
      entries
        .toSorted((a, b) => Number(startsWith(b.Indicators, text)) - Number(startsWith(a.Indicators, text)))
        .slice(0, entriesMax)
        .map(({ id, Indicators, Category }) => ({
          key: `glossary ${id}`,
          label: Indicators,
          kind: msg('Glossary'),
          href: `${isQa ? '/QA/glossary' : '/glossary'}?category=${Category}&entry=${encodeURIComponent(Indicators)}`,
          sign: 'glossary',
        })),
    ),
  )
  const answers = await Promise.allSettled(parts)
  if (answers.every(({ status }) => status === 'rejected')) throw new Error('Nothing could be searched')
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

const startsWith = (name: string, text: string) => name.toLowerCase().startsWith(text.toLowerCase())
