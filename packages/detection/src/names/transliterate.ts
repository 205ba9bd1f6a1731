/** Letters of one script for the sounds of Latin ones; two letters that are one sound come before their parts. */
const sounds = {
  cyrillic:
    'sch ш,sh ш,ch ч,zh ж,kh х,th т,ph ф,ck к,qu кв,ya я,yu ю,yo ё,a а,b б,c к,d д,e е,f ф,g г,h х,i и,j дж,k к,l л,m м,n н,o о,p п,q к,r р,s с,t т,u у,v в,w в,x кс,y и,z з',
  greek:
    'sh σ,ch τσ,th θ,ph φ,ck κ,qu κου,a α,b μπ,c κ,d ντ,e ε,f φ,g γκ,h χ,i ι,j τζ,k κ,l λ,m μ,n ν,o ο,p π,q κ,r ρ,s σ,t τ,u ου,v β,w γου,x ξ,y ι,z ζ',
  arabic:
    'sh ش,ch تش,th ث,ph ف,kh خ,gh غ,ck ك,qu كو,a ا,b ب,c ك,d د,e ي,f ف,g غ,h ه,i ي,j ج,k ك,l ل,m م,n ن,o و,p ب,q ك,r ر,s س,t ت,u و,v ف,w و,x كس,y ي,z ز',
} as const
/** Consonants of Devanagari; vowels follow as signs, and `a` may be written or not. */
const devanagari =
  'sh श,chh छ,ch च,th थ,dh ध,bh भ,kh ख,gh घ,ph फ,ck क,qu कव,b ब,c क,d द,f फ,g ग,h ह,j ज,k क,l ल,m म,n न,p प,q क,r र,s स,t त,v व,w व,x कस,y य,z ज'
const signs: Readonly<Record<string, readonly [sign: string, letter: string]>> = {
  a: ['ा', 'अ'],
  e: ['े', 'ए'],
  i: ['ि', 'इ'],
  o: ['ो', 'ओ'],
  u: ['ु', 'उ'],
}
/** Bengali has the letters of Devanagari this many code points later; what it has no letter for is written with another one. */
const bengaliOffset = 0x80
const bengaliLetters: Readonly<Record<string, string>> = { व: 'ভ' }

const pairsOf = (table: string) =>
  table.split(',').map((pair): [string, string] => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? ''])
const tables = Object.values(sounds).map(pairsOf)
const consonants = pairsOf(devanagari)

/**
 * How a Latin name is spelled by sound in Cyrillic, Greek, Arabic, Devanagari and Bengali, with the most usual letter for each sound. Names
 * that are pronounced otherwise than they are written need an alias.
 *
 * @param name lower-case Latin letters, e.g. `morvantis`
 * @returns e.g. `морвантис`; empty if the name has anything but letters
 */
export function transliterationsOf(name: string): string[] {
  if (!/^[a-z]+$/.test(name)) return []
  const single = name.replaceAll(/([^aeiou])\1/g, '$1')
  const indic = [spelledInDevanagari(single, false), spelledInDevanagari(single, true)]
  return [...new Set([...tables.map((table) => spelled(single, table)), ...indic, ...indic.map(inBengali)])]
}

function spelled(name: string, table: readonly (readonly [string, string])[]): string {
  let text = ''
  for (let at = 0; at < name.length;) {
    const [sound, letters] = table.find(([each]) => name.startsWith(each, at)) ?? [name.charAt(at), '']
    text += letters
    at += sound.length
  }
  return text
}

function spelledInDevanagari(name: string, withLongA: boolean): string {
  let text = ''
  for (let at = 0; at < name.length;) {
    const vowel = signs[name.charAt(at)]
    if (vowel) {
      const isSign = at > 0 && signs[name.charAt(at - 1)] === undefined
      const isUnwritten = isSign && name.charAt(at) === 'a' && !withLongA && at < name.length - 1
      text += isUnwritten ? '' : vowel[isSign ? 0 : 1]
      at += 1
      continue
    }
    const [sound, letter] = consonants.find(([each]) => name.startsWith(each, at)) ?? [name.charAt(at), '']
    text += letter
    at += sound.length
  }
  return text
}

const inBengali = (text: string) =>
  Array.from(
    text,
    (letter) => bengaliLetters[letter] ?? String.fromCodePoint((letter.codePointAt(0) ?? 0) + bengaliOffset),
  ).join('')
