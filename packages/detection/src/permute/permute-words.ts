import { commonWords } from '../names/common-words.ts'
import { riskWords } from '../names/risk-words.ts'

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** Suffixes that are common in impersonation, the most common first. */
export const likelySuffixes: readonly string[] = words(
  `com net org co info online site io xyz top app shop club live us store pro me cc in co.uk de fr vip ru eu biz click link
  space website page dev tech cloud icu one uk ca com.br`,
)

/** Further suffixes, ordered by the number of their registered names. */
export const moreSuffixes: readonly string[] = words(
  `nl it es pl br cn jp au com.au com.mx mx ch at be se no dk fi cz pt gr tr com.tr in.net id co.id my com.my sg com.sg ph vn
  com.vn th hk com.hk tw com.tw kr co.kr co.jp ne.jp co.nz nz co.za za ng com.ng ke co.ke eg ae sa com.sa il co.il ir pk
  com.pk bd lk ua com.ua kz by ro hu bg sk si hr rs lt lv ee ie is lu li la ly gg sh ws tv fm to so ai gl vc ac am su pw
  tk ml ga cf gq company services support help network group team world today life digital agency solutions systems center
  finance money cash fund financial bank exchange trade market markets capital holdings ventures gift gifts bid win rest
  quest bond cfd cyou sbs buzz fun monster wiki press news media blog host email software tools zone run work works
  international global direct city plus care legal tax credit creditcard loan insure social chat games bet casino poker
  directory report review reviews guide guru expert academy school training education health fit pizza farm gold ltd inc
  llc asia mobi name tel travel jobs bar cafe wtf lol pics beauty skin hair lat lol moe ren wang xin tokyo nyc london
  berlin paris`,
)

const byWeight = [...riskWords].toSorted(([, a], [, b]) => b - a)

/** Words that are used in lures, the highest weight first (at least three letters, so that they are recognised when glued). */
export const lureWords: readonly string[] = byWeight.filter(([word]) => word.length >= 3).map(([word]) => word)
/** The most common of them, for combinations. */
export const likelyLureWords: readonly string[] = words(
  'login secure support verify account wallet update help online pay app claim id service service-center card my',
)

/** Ordinary words, for all other lures. */
export const dictionaryWords: readonly string[] = [...commonWords].filter(
  (word) => word.length >= 3 && !riskWords.has(word),
)
