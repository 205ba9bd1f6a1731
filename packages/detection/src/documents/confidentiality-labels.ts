/** Labels of documents that aren't meant for the public, in lower case, by language. */
const labels: Readonly<Record<string, readonly string[]>> = {
  en: [
    'confidential',
    'strictly confidential',
    'highly confidential',
    'company confidential',
    'restricted',
    'internal only',
    'internal use only',
    'for internal use only',
    'proprietary and confidential',
    'private and confidential',
    'do not distribute',
    'not for distribution',
    'commercial in confidence',
  ],
  de: [
    'vertraulich',
    'streng vertraulich',
    'nur für den internen gebrauch',
    'nur für den dienstgebrauch',
    'nur intern',
  ],
  fr: ['confidentiel', 'strictement confidentiel', 'usage interne', 'à usage interne', 'diffusion restreinte'],
  es: ['confidencial', 'estrictamente confidencial', 'uso interno', 'solo para uso interno'],
  it: ['riservato', 'strettamente riservato', 'confidenziale', 'ad uso interno', 'solo per uso interno'],
  pt: ['estritamente confidencial', 'uso restrito', 'somente para uso interno', 'apenas para uso interno'],
  nl: ['vertrouwelijk', 'strikt vertrouwelijk', 'alleen voor intern gebruik', 'uitsluitend voor intern gebruik'],
  pl: ['poufne', 'ściśle poufne', 'do użytku wewnętrznego', 'tajemnica przedsiębiorstwa'],
  tr: ['gizli', 'çok gizli', 'hizmete özel', 'dahili kullanım içindir'],
  ru: ['конфиденциально', 'строго конфиденциально', 'для служебного пользования', 'коммерческая тайна'],
  ja: ['社外秘', '極秘', '部外秘', '取扱注意'],
  zh: ['机密', '绝密', '内部资料', '內部資料', '機密'],
  hi: ['गोपनीय', 'केवल आंतरिक उपयोग के लिए'],
}

const allLabels = new Set(Object.values(labels).flat())

/** Separates a label from the name of a document or company on the same line. */
const separator = /\s+[-–—]+\s+|[|:·•*()[\]{}【】<>/;,.!"“”„«»\t]+/
const lineMax = 120

/**
 * The labels that mark a document as not public: alone on a line, or separated from other words of it. Sentences about confidentiality are
 * no labels.
 *
 * @param own further labels of a company
 */
export function confidentialityLabels(text: string, own: readonly string[] = []): string[] {
  const known = own.length ? new Set([...allLabels, ...own.map(fold)]) : allLabels
  const found = new Set<string>()
  for (const line of text.split('\n')) {
    if (line.length > lineMax) continue
    for (const part of line.split(separator)) {
      const label = fold(part)
      if (known.has(label)) found.add(label)
    }
  }
  return [...found]
}

/** Small letters as in every language but Turkish, whose dotted capital I becomes an i as well. */
const fold = (text: string) => text.normalize('NFKC').replaceAll('İ', 'i').toLowerCase().replaceAll(/\s+/g, ' ').trim()
