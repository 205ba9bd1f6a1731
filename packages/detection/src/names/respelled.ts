/** Letters that people write as two where a name can't have them; a look-alike of one letter stands for them too. */
const letterPairs: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  å: 'aa',
}

/** A name in lower case with two letters for each letter that is written so where it can't be had, e.g. `mueller` for `Müller`. */
export const respelled = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüßæœøå]/g, (letter) => letterPairs[letter] ?? letter)
