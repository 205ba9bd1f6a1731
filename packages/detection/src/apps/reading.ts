import { skeletonOf } from '../names/skeleton.ts'

/** A name with its look-alikes replaced. A capital I is an l to the eye; letters without a look-alike stay. */
export function readingOf(name: string): string {
  let reading = ''
  for (const character of name.replaceAll('I', 'l').normalize('NFKC').toLowerCase()) {
    const skeleton = skeletonOf(character)
    reading += skeleton.includes('?') ? character : skeleton
  }
  return reading.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('0', 'o').replaceAll('1', 'l')
}
