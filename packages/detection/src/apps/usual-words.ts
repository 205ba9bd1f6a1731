/** Words in names of apps that say nothing about what else an app could be. */
const words = (
  'app apps mobile bank banking pay money wallet pro plus lite new update updated online net digital official secure token auth ' +
  'authenticator login kyc verify support care customer loan loans cash instant credit reward rewards bonus gift invest investment ' +
  'investments trading helpline help free premium mod apk card cards'
).split(' ')
const wordsOfApps: ReadonlySet<string> = new Set(words)
/** Parts of package names that stand for no name. */
const wordsOfPackages: ReadonlySet<string> = new Set([
  ...words,
  ...'android beta biz client co com de dev easy fast in info io ios mobil org phone prod quick release store tablet test uk us'.split(
    ' ',
  ),
])
const wordMax = Math.max(...[...wordsOfPackages].map(({ length }) => length))
/** Longer parts of package names are not split into words. */
const partMax = 60

/** Whether a word of the name of an app says nothing about what else it could be; a number or a year doesn't either. */
export const isUsualWord = (word: string): boolean => /^\d+$/.test(word) || wordsOfApps.has(word)

/**
 * Whether a part of a package name is nothing but usual words, e.g. `app2` or `quickloan`.
 *
 * @param part in lower case
 */
export function isUsualPart(part: string): boolean {
  const letters = part.replaceAll(/\d+/g, '')
  if (letters.length > partMax) return false
  const reached = [true]
  for (let end = 1; end <= letters.length; end++) {
    reached[end] = false
    for (let start = Math.max(0, end - wordMax); start < end && !reached[end]; start++)
      reached[end] = reached[start] === true && wordsOfPackages.has(letters.slice(start, end))
  }
  return reached[letters.length] === true
}
