import { listDeeperAnalyses } from '@signet/contract/deeper-analyses'
import { getGlossary } from '@signet/contract/glossary'
import { can, type Role } from '@signet/contract/permissions'
import { listQueued, listWatched } from '@signet/contract/qa'
import { listQueuedTouts } from '@signet/contract/qa-touts'
import { listTakedowns } from '@signet/contract/takedowns'
import { listAllThreats } from '@signet/contract/threats'
import { call } from '../../api/call.ts'
import { shownTitle } from '../../format/shown-title.ts'
import { sourceSlug } from '../../url/source-slug.ts'
import { t } from '../../words/words.ts'
import type { ShellSign } from '../../navigation/shell-icon.tsx'

/** Something of the company that the palette leads to. */
export interface FoundObject {
  key: string
  label: string
  /** What it is: `Threat`. */
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
  hasScreen,
  signal,
}: {
  role: Role
  company: string
  text: string
  /** Whether the menu has the screen of this path: what is found is opened there. */
  hasScreen: (path: string) => boolean
  signal: AbortSignal
}): Promise<FoundObject[]> {
  const searched = { company, searchQuery: text }
  const isQa = role === 'qa'
  const parts: Promise<FoundObject[]>[] = []
  if (can(role, 'threats:read') && hasScreen('/threats')) {
    parts.push(
      call(listAllThreats, { query: { ...searched, limit: threatsMax }, signal }).then(({ items }) =>
        items.map(({ id, title, source }) => ({
          key: `threat ${id}`,
          label: shownTitle(source, title),
          kind: t('Threat'),
          href: `/threats/${encodeURIComponent(sourceSlug(source))}?id=${id}`,
          source,
        })),
      ),
    )
  }
  if (can(role, 'takedowns:read') && hasScreen('/takedown')) {
    parts.push(
      call(listTakedowns, { query: { ...searched, limit: casesMax }, signal }).then(({ items }) =>
        items.map(({ id, source, title }) => ({
          key: `takedown ${id}`,
          label: shownTitle(source, title),
          kind: t('Takedown'),
          href: `/takedown/${id}`,
          sign: 'takedown',
        })),
      ),
    )
  }
  if (can(role, 'analyses:read') && hasScreen('/deeperAnalysis')) {
    parts.push(
      call(listDeeperAnalyses, { query: { ...searched, limit: casesMax }, signal }).then(({ items }) =>
        items.map(({ id, source, title }) => ({
          key: `analysis ${id}`,
          label: shownTitle(source, title),
          kind: t('Deeper analysis'),
          href: `/deeperAnalysis/${id}`,
          sign: 'analysis',
        })),
      ),
    )
  }
  for (const { path, list, kind } of reviewLists()) {
    if (!can(role, 'qa:review') || !hasScreen(path)) continue
    parts.push(
      call(list, { query: { ...searched, limit: threatsMax }, signal }).then(({ items }) =>
        items.map(({ id, title, source }) => ({
          key: `${path} ${id}`,
          label: shownTitle(source, title),
          kind,
          // The queue opens a record by its id; the watchlist has no panel and is narrowed to the one.
          href: path === '/QA/watchlist' ? `${path}?q=${encodeURIComponent(title)}` : `${path}?id=${id}`,
          source,
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
          kind: t('Glossary'),
          href: `${isQa ? '/QA/glossary' : '/glossary'}?category=${Category}&entry=${encodeURIComponent(Indicators)}`,
          sign: 'glossary',
        })),
    ),
  )
  const answers = await Promise.allSettled(parts)
  if (answers.every(({ status }) => status === 'rejected')) throw new Error('Nothing could be searched')
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Where reviewers look for what is not published yet. */
const reviewLists = () =>
  [
    { path: '/QA/dashboard', list: listQueued, kind: t('Waits for review') },
    { path: '/QA/touts', list: listQueuedTouts as unknown as typeof listQueued, kind: t('Waits for review') },
    { path: '/QA/watchlist', list: listWatched, kind: t('On the watchlist') },
  ] as const

const startsWith = (name: string, text: string) => name.toLowerCase().startsWith(text.toLowerCase())
