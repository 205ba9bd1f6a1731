/** The separator of names is this long. */
const separatorLength = 3

/** The first names that fit into so many characters, joined; always at least one, and none in part. */
export function namesWithin(names: readonly string[], charactersMax: number): readonly string[] {
  let left = charactersMax + separatorLength
  const end = names.findIndex((name) => {
    left -= name.length + separatorLength
    return left < 0
  })
  return end < 0 ? names : names.slice(0, Math.max(1, end))
}
