import type { Mention } from './mentions.ts'
import { plainText } from './plain-text.ts'

/*
 * How a text speaks for a brand, whatever it offers. Only closed classes of words are listed (pronouns, endings of imperatives, adverbs of
 * time, units): what an advertisement may promise is open, and lists of it don't carry over to new wording. On text as `plainText` returns
 * it.
 */

/** A word in any script: `\b` only holds between Latin letters. */
const word = (words: string) => String.raw`(?<![\p{L}\p{M}])(?:${words})(?![\p{L}\p{M}])`

/** Second persons. */
const pronouns = [
  'you|your|yours|ihre?[nmrs]?|ihnen|deine?[nmrs]?|dein|dich|dir|euch|eure?[nmrs]?|votre|vos|vous|ton|tes|toi|usted(?:es)?|sus?|tus?|ti|te|contigo|vuestr[oa]s?|voces?|seus?|suas?|teus?|tuas?|tuo|tua|tuoi|tue|suo|sua|vostr[aeio]|uw|u|jouw|je|jij|jullie',
  String.raw`twoj\p{L}*|swoj\p{L}*|ciebie|tobie|panstw\p{L}*|siz\p{L}*|senin|sana|anda|kamu|kalian|ditt|dina|jeres|deres|deg|dere|vas|vam|vami|vase?|vasi|svuj|sv[eo]j\p{L}*|tvuj|tvoje|dumneavoastra|dvs|voastr[ae]|vostru|onnek\p{L}*|neked|teidan|sinun|sinulle|teile|teie|jusu|jums|quy khach|inyo|iyong|ninyo|yako|wako`,
  String.raw`ваш\p{L}*|вас|вам|вами|тво[йеяию]\p{L}*|тебе|тебя|сво[йеяию]\p{L}*|вие|ви|сте|σας|σου|εσας|आप(?:का|के|की|को|ने)?|अपन[ाेी]|तुम्हारा|আপনার|আপনি|உங்கள்|మీ|మీకు|तुमच[ाेी]|તમારા|ਤੁਹਾਡਾ|آپ|شما|تان|לך|שלך|אתכם|לכם|คุณ|ของคุณ`,
].join('|')

/** Endings by which languages with imperatives of their own ask a reader to do something, and the suffixes of second persons. */
const endings = [
  // French and Spanish, Turkish, Russian and its neighbours.
  String.raw`(?!assez)\p{L}{3,}ez|\p{L}{3,}(?:iniz|unuz)\p{L}*|\p{L}{3,}(?:ayin|eyin|iyin|uyun|layin|leyin)`,
  String.raw`\p{L}{2,}(?:[йь]те|ите|[йь]тесь|итесь|іть)`,
  // Hindi, Marathi and Bengali, Arabic, Persian.
  String.raw`[\p{L}\p{M}]+(?:ें|एं|एँ|इए|िए|िये|ाइए|ाएं|ाएँ|ুন|েন)|\p{L}{3,}ك(?:م)?|\p{L}{2,}(?:ید|ئید|یید)`,
].join('|')

/** Polite forms in languages without spaces between words, or with endings on every verb. */
const unspaced =
  'お客様|あなた|皆様|ください|下さい|您|你|请|請|고객님|당신|하세요|으세요|세요|십시오|โปรด|กรุณา|กรอก|คลิก|ลงทะเบียน|แอดไลน์|hay (?:nhan|dang|bam|nhap|goi)'

const reader = new RegExp(`${word(`${pronouns}|${endings}`)}|${unspaced}`, 'u')

/** Adverbs of the present and of the day: who writes them wants something done at once. */
const nowWords = [
  'now|today|tonight|immediately|at once|right away|last (?:day|chance|hours)|expires?|before (?:it|they)|jetzt|heute|sofort|umgehend|maintenant|aujourd.hui|ce soir|immediatement|ahora|hoy|ya|inmediatamente|agora|hoje|imediatamente|oggi|adesso|ora|subito|nu|vandaag|meteen|teraz|dzis|dzisiaj|natychmiast|simdi|bugun|bu gece|bu aksam|hemen|derhal|sekarang|hari ini|segera|idag|i dag|nyt|tanaan|heti|dnes|ihned|hned|teraz|danas|sada|odmah|acum|azi|astazi|imediat|azonnal|ngay|hom nay|bay gio|ngayon|agad|sasa',
  'сейчас|сегодня|немедленно|срочно|зараз|сьогодні|днес|сега|τωρα|σημερα|αμεσα|अभी|आज|तुरंत|এখনই|আজ|இப்போது|இன்று|الآن|الان|اليوم|فورا|حالا|امروز|همین|اکنون|עכשיו|היום',
].join('|')
const unspacedNow = '今すぐ|本日|今日|今だけ|即日|立即|立刻|现在|現在|今天|马上|馬上|지금|오늘|즉시|วันนี้|ตอนนี้|ทันที'
/** `in two minutes`, `5 Minuten`, `за минуту`, `24 ساعة`. */
const units = String.raw`minut\p{L}*|min|dakika\p{L}*|menit|phut|perc\p{L}*|минут\p{L}*|хвилин\p{L}*|λεπτ\p{L}*|मिनट\p{L}*|দিন|মিনিট\p{L}*|دقيقة|دقائق|دقیقه|דקות|second\p{L}*|sekund\p{L}*|hours?|stunden?|heures?|horas?|or[ea]|uur|godzin\p{L}*|saat\p{L}*|jam|час\p{L}*|घंट\p{L}*|ساعة|ساعات`
const number = String.raw`\d{1,3}|one|two|three|five|ten|a|an|einer?|zwei|drei|funf|zehn|une?|deux|trois|cinq|dix|una?|dos|tres|cinco|diez|dois|duas|due|tre|cinque|een|twee|drie|vijf|jedn\p{L}*|dwie|trzy|piec|bir|iki|uc|bes|за|в|satu|dua`
/** Only at an end of a sentence: `Jetzt anmelden`, `Register now`, `…, jetzt anmelden`, but not `now with mango`. */
const nowAtEnd = `(?:^|[.!?؟:|…–—。！\\n]) ?${word(nowWords)}|${word(nowWords)} ?(?:$|[.!?؟:;,،|…–—。！\\n])|[,،] ?${word(nowWords)} [\\p{L}\\p{M}]+ ?(?:$|[.!])`
const atOnce = new RegExp(
  `${nowAtEnd}|${unspacedNow}|${word(`(?:${number})[ -]?(?:${units})`)}|\\d ?(?:分|秒|分钟|小时|นาที)`,
  'u',
)

/** Words before a sum from which prices start: no sum that somebody gets or has to pay. */
const from = String.raw`(?<!\b(?:from|ab|des|a partir de|desde|da|od|vanaf|mulai|at|за|от|fra|fran|alk|de la|tu) ?)`
const money = String.raw`(?:€|\$|£|₹|₽|₺|₩|¥|₫|฿|₦|₴|eur\b|euros?\b|usd\b|gbp\b|chf\b|dollars?\b|pounds?\b|rupees?\b|rupiah\b|zl\b|tl\b|lira\b|lei\b|ron\b|kr\b|kc\b|ft\b|huf\b|reais\b|pesos\b|naira\b|ksh\b|dong\b|dirhams?\b|riyals?\b|руб\p{L}*|грн|лв|लाख|रुपये|रुपए|টাকা|万円|円|元|원|บาท|ريال|درهم|جنيه|دينار|تومان|ש"ח|gb\b)`
/** A sum of money or data, but neither a price from which something starts nor one of millions. */
const sum = new RegExp(
  String.raw`${from}(?:[€$£₹₺₦₱¥]|\br\$|\brs\.?|\brp\.?|\binr|\busd|\beur|\bksh\.?|\bchf) ?\d[\d.,\s]*(?![\d.,\s]| ?(?:m\b|mn\b|bn\b|k?million|billion|mio|mrd|crore))|${from}(?<![\d.,])\d[\d.,\u00a0 ]{0,9} ?${money}(?! ?(?:[a-z]* ?per (?:share|ride)|m\b|million|billion|mio|mrd))`,
  'u',
)

/** A sum for each day or week: no price is written so. */
const dailySum =
  /(?<!\b(?:from|ab|des|a partir de|desde|da|od|vanaf|mulai|от) )(?<![\d.,])\d[\d.,\u00a0 ]{0,9} ?(?:€|\$|£|₹|eur|euros?|usd|dollars?|pounds?|rupees?|zl|tl|lira|reais|pesos|руб\p{L}*|₽|रुपये|円|元|ريال|درهم)? ?(?:a|per|each|every|pro|am|jeden|par|por|al|ao|cada|ogni|na|gunde|в|प्रति|في) (?:day|week|tag|woche|jour|semaine|dia|semana|giorno|settimana|dag|dzien|tydzien|hari|minggu|день|неделю|दिन|اليوم|الأسبوع)/u

/** What may stand before a brand that opens a sentence: an article, or the trade of the brand. */
const opening =
  /^(?:(?:the|new|now|dear|die|der|das|la|le|les|el|il|lo|o|a|os|as|het|de|banque|bank\p{L}*|banco|banca|банк|بنك|شركة|بنک|बैंक)(?:[ :,-]+|$))?$/u
/** What follows a brand that is one of several. */
const enumerated =
  /^["”»’')]?(?:,? ?(?:and|or|und|oder|et|ou|y|e|en|of|lub|oraz|i|ve|veya|и|или|dan|atau|og|eller|och|sau|si|vs|versus|&|\+)(?![\p{L}\p{M}])|,? ?(?:と|や|和|或|및)|\/)/u

/** How a text speaks for a brand, whatever it offers. */
export interface BrandSpeech {
  /** A sentence starts with the brand, or with the reader's own thing that has its name. */
  isOpening: boolean
  /** The brand is the end of a heading: `Last day at the bank: …`. */
  isHeading: boolean
  /** The words that address the reader. */
  reader: string | null
  /** The words that ask for something at once. */
  atOnce: string | null
  sum: string | null
  dailySum: string | null
}

const wordsMax = 80

/**
 * Reads how the text of an advertisement speaks for a brand.
 *
 * @param mention where the text has the brand; null if only the advertiser does
 */
export function brandSpeechOf(text: string, mention: Pick<Mention, 'start' | 'end'> | null): BrandSpeech {
  const plain = plainText(text)
  const found = (pattern: RegExp) => pattern.exec(plain)?.[0].trim().slice(0, wordsMax) ?? null
  return {
    isOpening: mention !== null && isOpeningAt(text, mention.start, mention.end),
    isHeading: /^["”»’')]? ?[:|–—]/.test(mention ? text.slice(mention.end) : ''),
    reader: found(reader),
    atOnce: found(atOnce),
    sum: found(sum),
    dailySum: found(dailySum),
  }
}

/** Characters that are shown as an emoji, alone or with the selector for it. */
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u
const sentenceEnds = ['.', '!', ':', ';', '|', '…', '–', '—', '•', '。', '！', '】', '\n']

function isOpeningAt(text: string, start: number, end: number): boolean {
  // A question about the brand is none of its own.
  if (/^[^.!\n]*[?？؟]/.test(text.slice(start)) || enumerated.test(plainText(text.slice(end, end + 20)))) return false
  const before = text.slice(0, start)
  const lastEnd = Math.max(...sentenceEnds.map((each) => before.lastIndexOf(each)))
  const sentence = plainText(
    before
      .slice(lastEnd + 1)
      .split(emoji)
      .at(-1) ?? '',
  ).trim()
  const firstWord = /^[\p{L}\p{M}]+/u.exec(sentence)?.[0] ?? ''
  const isReaders = firstWord !== '' && reader.exec(firstWord)?.[0] === firstWord && sentence.length <= 40
  return isReaders || opening.test(sentence)
}

const romanised: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ы: 'y',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ь: '',
  ъ: '',
}
const lettersIn = (text: string) =>
  plainText(text)
    .replaceAll(/[а-я]/g, (letter) => romanised[letter] ?? letter)
    .replaceAll(/y/g, 'i')

/** Hosts write umlauts as two letters. */
const withoutUmlauts = (name: string) =>
  name.normalize('NFC').replaceAll(/[äöüåø]/gi, (letter) => umlauts[letter.toLowerCase()] ?? letter)
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/**
 * Whether a site has a name unlike that of who advertises it: an honest advertiser leads to a site of its own name.
 *
 * @returns null if the names can't be compared, because of their scripts
 */
export function isStrangeSite(advertisers: readonly string[], host: string): boolean | null {
  const words = advertisers.flatMap((name) => lettersIn(`${name} ${withoutUmlauts(name)}`).match(/[a-z\d]+/g) ?? [])
  if (!words.some((each) => each.length > 2)) return null
  const site = lettersIn(host.replace(/\.[^.]+$/, '')).replaceAll(/[^a-z\d]/g, '')
  return !words.some((each) => each.length > 2 && site.includes(each.slice(0, Math.max(4, each.length - 2))))
}
