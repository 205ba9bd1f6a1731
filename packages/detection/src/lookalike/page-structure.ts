import { tagsOf } from './page-tags.ts'

/** How often each chain of nested elements occurs in a page. */
export type PageStructure = ReadonlyMap<string, number>

const chainLength = 4
const empty = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** Elements that browsers and extensions add or that aren't shown. */
const ignored = new Set(['html', 'head', 'script', 'style', 'meta', 'link', 'title', 'br'])

/** The structure of a page: the chains of an element and its three parents. */
export function pageStructure(html: string): PageStructure {
  const counts = new Map<string, number>()
  const parents: string[] = []
  for (const { name, attributes } of tagsOf(html)) {
    if (name.startsWith('/')) {
      const at = parents.lastIndexOf(name.slice(1))
      if (at !== -1) parents.length = at
      continue
    }
    if (!ignored.has(name)) {
      const chain = [...parents.slice(1 - chainLength), name].join('>')
      counts.set(chain, (counts.get(chain) ?? 0) + 1)
    }
    if (!ignored.has(name) && !empty.has(name) && !attributes.endsWith('/')) parents.push(name)
  }
  return counts
}

/** How much of two structures is the same, 0 to 1: the common part as a share of both together. */
export function structureSimilarity(one: PageStructure, other: PageStructure): number {
  let common = 0
  let all = 0
  for (const [chain, count] of one) {
    const counted = other.get(chain) ?? 0
    common += Math.min(count, counted)
    all += Math.max(count, counted)
  }
  for (const [chain, count] of other) if (!one.has(chain)) all += count
  return all === 0 ? 0 : common / all
}
