import type { FoundObject, PaletteSearch, PaletteSource } from '../../navigation/palette.ts'

const features = import.meta.glob<{ found: readonly PaletteSource[] }>('../../features/*/palette.ts', { eager: true })
const sources = Object.values(features)
  .flatMap(({ found }) => found)
  .toSorted((a, b) => a.order - b.order)

/** Records of all features with this name or id that the role may see. Features that can't be searched are omitted. */
export async function findInPalette(search: PaletteSearch): Promise<FoundObject[]> {
  const answers = await Promise.allSettled(sources.filter(({ isFor }) => isFor(search)).map(({ find }) => find(search)))
  if (answers.every(({ status }) => status === 'rejected')) throw new Error('Nothing could be searched')
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
