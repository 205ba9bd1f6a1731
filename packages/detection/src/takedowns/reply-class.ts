import type { RuledClass } from '@signet/contract/takedowns/reply-rules'

/** Recognizes what an answer says by phrases. */
export interface ReplyPhrases {
  id: string
  /** The domain of the provider's addresses, e.g. `host.example`; null for every provider. */
  provider: string | null
  class: RuledClass
  /** Words that follow each other in one sentence; `*` stands for up to 60 characters in between. Case doesn't matter. */
  phrases: readonly string[]
}

/** What the rules found. `class` is null if they found nothing or a contradiction; `sentence` then is the first that one of them found. */
export interface Classified {
  class: ReplyPhrases['class'] | null
  sentence: string | null
  ruleId: string | null
}

const [textMax, sentencesMax, sentenceMax, gapMax] = [20_000, 200, 500, 60]

/**
 * What an answer says, by the first sentence that a rule recognizes. Rules of the provider come before general ones. An acknowledgement
 * gives way to anything more specific; any other two classes contradict each other.
 *
 * @param text the text of the email; quoted earlier emails are ignored
 * @param from the sender's address in lower case; null without one
 */
export function classifyReply(text: string, from: string | null, rules: readonly ReplyPhrases[]): Classified {
  const domain = from?.slice(from.lastIndexOf('@') + 1) ?? ''
  const own = rules.filter(
    ({ provider }) => provider !== null && (domain === provider || domain.endsWith(`.${provider}`)),
  )
  const general = rules.filter(({ provider }) => provider === null)
  const sentences = sentencesOf(withoutQuotes(text.slice(0, textMax)))
  for (const group of [own, general]) {
    const found = findClasses(sentences, group)
    if (found.length > 1) {
      const specific = found.filter((one) => one.class !== 'acknowledged')
      const [only] = specific
      return specific.length === 1 && only ? only : { class: null, sentence: found[0]?.sentence ?? null, ruleId: null }
    }
    if (found[0]) return found[0]
  }
  return { class: null, sentence: null, ruleId: null }
}

/** The first sentence of each class. */
function findClasses(sentences: readonly string[], rules: readonly ReplyPhrases[]): Classified[] {
  const found = new Map<string, Classified>()
  for (const sentence of sentences) {
    const plain = plainOf(sentence)
    for (const rule of rules) {
      if (found.has(rule.class) || !rule.phrases.some((phrase) => says(plain, plainOf(phrase), rule.class))) continue
      found.set(rule.class, { class: rule.class, sentence: sentence.slice(0, sentenceMax), ruleId: rule.id })
    }
  }
  return [...found.values()]
}

/** A condition or a negation before a phrase turns it into something else: "once it has been suspended", "we do not confirm". */
const undone =
  /(?:^|[\s,(])(?:if|once|when|until|unless|whether|after|before|not|cannot|never|unable|without|wenn|falls|sobald|nachdem|bevor|ob|nicht|kein\w*|si|lorsque|après|une fois|pas|una vez|cuando|no|se|quando|non|zodra|als|niet)\s[^.;,]{0,50}$/

function says(sentence: string, phrase: string, kind: ReplyPhrases['class']): boolean {
  const pieces = phrase.split('*').map((piece) => piece.trim())
  const [first = ''] = pieces
  if (first === '') return false
  for (let start = sentence.indexOf(first); start >= 0; start = sentence.indexOf(first, start + 1)) {
    if (!isAtWord(sentence, start) || !follow(sentence, start + first.length, pieces.slice(1))) continue
    if (kind === 'question' || !undone.test(sentence.slice(0, start))) return true
  }
  return false
}

function follow(sentence: string, from: number, pieces: readonly string[]): boolean {
  let at = from
  for (const piece of pieces) {
    const next = sentence.indexOf(piece, at)
    if (next < 0 || next - at > gapMax) return false
    at = next + piece.length
  }
  return true
}

const isAtWord = (sentence: string, start: number) => start === 0 || !/[\p{L}\p{N}]/u.test(sentence[start - 1] ?? '')

const plainOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()

const quoteStarts =
  /^(?:-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original|forwarded message)|on .{5,200} wrote:|am .{5,200} schrieb.*:|le .{5,200} a écrit\s?:|el .{5,200} escribió:|il .{5,200} ha scritto:|op .{5,200} schreef.*:|_{10,}$|##- please type your reply above)/i

/**
 * The text without quoted emails: lines that start with `>`, or everything after the line that introduces an email without such marks. A
 * signature ends the text too (RFC 3676, section 4.3).
 */
function withoutQuotes(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const kept: string[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '-- ') break
    if (line.startsWith('>')) continue
    if (!quoteStarts.test(line.trim())) kept.push(line)
    else if (
      !lines
        .slice(index + 1)
        .find((next) => next.trim() !== '')
        ?.startsWith('>')
    )
      break
  }
  return kept.join('\n')
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph) =>
      [...segmenter.segment(paragraph.replaceAll(/\s+/g, ' '))].map(({ segment }) => segment.trim()),
    )
    .filter((sentence) => sentence !== '')
    .slice(0, sentencesMax)
}
