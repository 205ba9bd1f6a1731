/** Catalogues by the name of their room, which is its folder: `../features/leaks/words.de.json` belongs to `leaks`. */
export const roomsOf = <T>(files: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(files).map(([file, words]) => [
      file.replace(/^\.\.\/(features\/)?/, '').replace(/\/[^/]*$/, ''),
      words,
    ]),
  )
