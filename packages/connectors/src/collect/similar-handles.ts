/** The largest number of names that one run looks up for one company. */
const handlesMax = 60

const affixes = ['official', 'support', 'help', 'care', 'helpdesk', 'service', 'customer', 'online', 'team', 'verify']
const joints = ['_', '', '.'] as const

/** Letters that are read as another in the typefaces of apps. */
const lookAlikes: readonly (readonly [string, string])[] = [
  ['o', '0'],
  ['l', '1'],
  ['i', 'l'],
  ['l', 'i'],
  ['e', '3'],
  ['a', '4'],
  ['s', '5'],
  ['m', 'rn'],
  ['rn', 'm'],
  ['w', 'vv'],
]

/**
 * Account names that could pass for a company's own, for providers that look accounts up by name but have no search: its names as one
 * word, then with the words of help desks, look-alike letters, doubled and omitted letters. The most likely kinds of all names come first.
 *
 * @param names brand names and own account names
 * @param isValid whether the provider can have such an account; names are in lower case
 */
export function similarHandles(names: readonly string[], isValid: (handle: string) => boolean): string[] {
  const bases = [...new Set(names.map(asHandle))].filter((base) => base.length >= baseLengthMin)
  let queues = bases.map((base) => variantsOf(base))
  const found = new Set<string>()
  // In turns, so that the limit doesn't leave out the variants of the last names.
  while (queues.length > 0 && found.size < handlesMax) {
    queues = queues.filter((queue) => {
      const { value, done } = queue.next()
      if (done === true) return false
      if (isValid(value) && found.size < handlesMax) found.add(value)
      return true
    })
  }
  return [...found]
}

/** Shorter names are those of many others, and so are their variants. */
const baseLengthMin = 4

const asHandle = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.]/g, '')

function* variantsOf(base: string): Generator<string, void, undefined> {
  yield base
  for (const joint of joints) {
    for (const affix of affixes) yield base + joint + affix
    if (joint === '_') yield `${base}_`
  }
  for (const [letters, others] of lookAlikes) if (base.includes(letters)) yield base.replace(letters, others)
  for (const affix of affixes) yield affix + base
  for (let at = 0; at < base.length; at += 1) yield base.slice(0, at) + base.charAt(at) + base.slice(at)
  for (let at = 1; at < base.length; at += 1) yield base.slice(0, at) + base.slice(at + 1)
}
