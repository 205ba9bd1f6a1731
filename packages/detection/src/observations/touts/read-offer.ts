import { fieldOf, type SourceFields } from '@signet/contract/threats/sources'
import { goodsWords } from './tout-signs.ts'

/** What is offered for how much; null where neither the provider nor the text says it. */
export interface Offer {
  price: number | null
  faceValue: number | null
  currency: string | null
  quantity: number | null
  /** That the price is above the face value, in words or figures that a reviewer can check. */
  markup: string | null
}

/** Currencies by the words and signs they are written with, in text as `plainText` returns it. */
const currencies: readonly (readonly [code: string, written: string])[] = [
  ['EUR', '€|eur(?:os?)?'],
  ['GBP', '£|gbp'],
  ['BRL', String.raw`r\$|brl|reais`],
  ['USD', String.raw`\$|usd|dollars?`],
  ['INR', '₹|rs\\.?|inr|rupees?|रुपये|रु'],
  ['CHF', 'chf'],
  ['PLN', 'zl|pln|zlotych'],
  ['TRY', '₺|tl|try|lira'],
  ['IDR', 'rp|idr'],
  ['RUB', '₽|руб[а-я]*|rub'],
  ['JPY', '円|jpy|yen'],
  ['CNY', '¥|元|cny|rmb'],
  ['AED', 'aed|درهم'],
  ['SAR', 'sar|ريال'],
]
const sign = currencies.map(([, written]) => written).join('|')
const number = String.raw`\d{1,3}(?:[.,\u00a0 ]\d{3}){1,3}(?:[.,]\d{1,2})?|\d{1,7}(?:[.,]\d{1,2})?`
const end = String.raw`(?![\p{L}\p{N}])`
const amount = new RegExp(String.raw`(?<![\p{L}\p{N}.,])(?:(${sign}) ?(${number})|(${number}) ?(${sign}))${end}`, 'gu')
const bareAmount = String.raw`(?:${sign})? ?(${number}) ?(?:${sign})?${end}`

/** Words before the price that is printed on a ticket. */
const faceWords = [
  String.raw`face value|fare|original(?:ly)?(?: price)?|print(?:ed)? price|official price|normal price|regular price|instead of|paid|bought for|cost me`,
  String.raw`statt|originalpreis|nennwert|normalpreis|au lieu de|prix (?:d'origine|facial|normal)|en (?:lugar|vez) de|precio (?:original|oficial)|em vez de|preco (?:original|normal)|invece di|prezzo (?:originale|di listino)|in plaats van|originele prijs|zamiast|cena (?:nominalna|regularna)|yerine|etiket fiyati|harga (?:asli|normal)`,
  'вместо|номинал|मूल कीमत|असली कीमत|بدلا من|السعر الأصلي|定価|原价|票面',
].join('|')
const faceBefore = new RegExp(
  String.raw`(?:${faceWords})[ :,(]{0,3}(?:(?:is|of|was|for|price|von|de|di) )?${bareAmount}`,
  'u',
)
const faceAfter = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?:${number}) ?(?:${sign})? (?:face value|fare|retail|original)\b`,
  'u',
)

/** Words around a surcharge. */
const markups = [
  String.raw`\d{1,3} ?%(?: \w+){0,2} (?:over|above|higher|more|extra|markup|dearer)\b|\b(?:over|above) (?:the )?(?:face value|fare|print(?:ed)? price|official price|counter)\b|\b(?:double|twice|triple|three times|\d ?x) (?:the )?(?:original |official |normal )?(?:price|fare|face value)\b|\bmark-?up\b|\b\d+ \w{0,4} ?extra\b|\bextra charges?\b|\b(?:service|booking|agent) (?:charge|fee)s? (?:of )?\d+|\bcommission (?:of )?\d+|\bservice fee \d+|\bpremium of\b|\b\d{2,} per passenger\b|\b\d+ \w{3} above\b`,
  String.raw`\baufpreis\b|\baufschlag\b|\bdoppelter preis\b|\bmajoration\b|\ble double\b|\bsobreprecio\b|\brecargo\b|\bel doble\b|\bsobrepreco\b|\bagio\b|\bo dobro\b|\bsovrapprezzo\b|\bil doppio\b|\btoeslag\b|\bdubbele prijs\b|\bprzebitk|\bdoplata\b|\bpodwojna cena\b|\bfark(?:iyla)?\b|\biki kati\b|\bbiaya tambahan\b|\bdua kali\b`,
  'наценк|вдвое дороже|अतिरिक्त|दोगुन|رسوم إضافية|ضعف السعر|上乗せ|手数料\\d|加价|溢价',
].join('|')
const markup = new RegExp(markups, 'u')

const counted = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,%])(\d{1,4}) ?x? ?(?:(?!(?:${sign}|extra|per|each|for|a|the|of|in|to|at|percent|hours?|seconds?|minutes?|am|pm)${end})[\p{L}-]+ ){0,1}(?:${goodsWords}|\bpieces\b|\bpcs\b|\bstuck\b)|(?:${goodsWords}) ?x ?(\d{1,4})${end}`,
  'u',
)

/** Words before an amount that is no price of a ticket. */
const fee =
  /(?:fee|charges?|commission|advance|deposit|surcharge|gebuhr|aufpreis|frais|comision|taxa|комисси[яи]|наценка)(?: (?:of|von|de|is))? ?:? ?$/u
const feeLengthMax = 24

/**
 * What an offer says of its price and quantity. What the provider states in fields counts more than the text.
 *
 * @param plain as `plainText` returns it
 */
export function readOffer(plain: string, fields: SourceFields): Offer {
  const stated = (name: string) => {
    const value = Number((fieldOf(fields, name) ?? '').replace(',', '.'))
    return Number.isFinite(value) && value > 0 ? value : null
  }
  const quoted = faceBefore.exec(plain)
  const faceText = quoted?.[1] ?? /\d[\d.,]*/.exec(faceAfter.exec(plain)?.[0] ?? '')?.[0]
  const faceValue = stated('faceValue') ?? (valueOf(faceText ?? '') || null)
  const amounts = [...plain.matchAll(amount)].map((found) => ({
    at: found.index,
    value: valueOf(found[2] ?? found[3] ?? ''),
    currency: codeOf(found[1] ?? found[4] ?? ''),
    isFace: quoted !== null && found.index >= quoted.index && found.index < quoted.index + quoted[0].length,
    isFee: fee.test(plain.slice(Math.max(0, found.index - feeLengthMax), found.index)),
  }))
  // The price stands next to the face value that it is compared with.
  const distance = ({ at }: { at: number }) => (quoted === null ? 0 : Math.abs(at - quoted.index))
  const [asked] = amounts
    .filter(({ isFace, isFee, value }) => !isFace && !isFee && value > 0)
    .toSorted((one, other) => distance(one) - distance(other))
  const price = stated('price') ?? asked?.value ?? null
  const currency = fieldOf(fields, 'currency') ?? asked?.currency ?? amounts[0]?.currency ?? null
  const times = counted.exec(plain)
  const count = Number(times?.[1] ?? times?.[2] ?? Number.NaN)
  const quantity = stated('quantity') ?? (count > 0 ? count : null)
  return { price, faceValue, currency, quantity, markup: markupOf({ price, faceValue, currency }, plain) }
}

/** A difference below this share is rounding or the fee of a payment. */
const tolerance = 1.05

function markupOf({ price, faceValue, currency }: Pick<Offer, 'price' | 'faceValue' | 'currency'>, plain: string) {
  if (price !== null && faceValue !== null) {
    const percent = Math.round((price / faceValue - 1) * 100)
    return price > faceValue * tolerance
      ? `${price} / ${faceValue}${currency ? ` ${currency}` : ''}, +${percent} %`
      : null
  }
  return markup.exec(plain)?.[0].trim() ?? null
}

/** Whether a price is known to be the face value, or less. */
export const isAtFaceValue = ({ price, faceValue }: Offer): boolean =>
  price !== null && faceValue !== null && price <= faceValue * tolerance

function valueOf(text: string): number {
  const groups = /^\d{1,3}(?:[.,\u00a0 ]\d{3}){1,3}(?!\d)/.exec(text)
  return groups
    ? Number(groups[0].replaceAll(/\D/g, '')) + Number(`0.${text.slice(groups[0].length + 1) || 0}`)
    : Number(text.replace(',', '.'))
}

const wholes = currencies.map(([code, written]) => [code, new RegExp(`^(?:${written})$`, 'u')] as const)
const codeOf = (written: string): string | null => wholes.find(([, form]) => form.test(written))?.[0] ?? null
