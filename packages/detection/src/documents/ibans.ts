/** Lengths of IBANs by country (the IBAN registry of SWIFT, ISO 13616). */
const lengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 ' +
    'GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LI21 LT20 LU20 LV21 MC27 MD24 ME22 ' +
    'MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SE24 SI19 SK24 SM27 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
)

/** Examples of the registry and of manuals, which are valid and belong to no customer. */
const examples = new Set([
  'DE89370400440532013000',
  'GB82WEST12345698765432',
  'FR1420041010050500013M02606',
  'CH9300762011623852957',
])

const candidate = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g

/** The account numbers in a text whose length and check digits (ISO 7064, mod 97-10) are right, without blanks or repetitions. */
export function ibansIn(text: string): string[] {
  const found = new Set<string>()
  for (const [whole] of text.matchAll(candidate)) {
    const length = lengths.get(whole.slice(0, 2))
    // What follows an account number may look like a part of it.
    const iban = whole.replaceAll(' ', '').slice(0, length)
    if (length === iban.length && !examples.has(iban) && remainder(iban) === 1) found.add(iban)
  }
  return [...found]
}

function remainder(iban: string): number {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
