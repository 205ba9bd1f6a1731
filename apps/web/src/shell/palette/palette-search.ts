import type { FoundObject, PaletteSearch, PaletteSource } from '../../navigation/palette.ts'

const features = import.meta.glob<{ found: readonly PaletteSource[] }>('../../features/*/palette.ts', { eager: true })
const sources = Object.values(features)
  .flatMap(({ found }) => found)
  .toSorted((a, b) => a.order - b.order)

/** What features have of this name or id, as far as the role may see it; a part that cannot be read is left out. */
export async function findInPalette(search: PaletteSearch): Promise<FoundObject[]> {
  const answers = await Promise.allSettled(sources.filter(({ isFor }) => isFor(search)).map(({ find }) => find(search)))
  if (answers.every(({ status }) => status === 'rejected')) throw new Error('Nothing could be searched')
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
