import { joinPatterns, shownIn } from './shown-words.ts'

/** What else a text is, which speaks against a lure: most texts about a brand are honest. */
export const contextKinds = ['unofficial', 'complaint', 'warning', 'question', 'news', 'career'] as const
/** One of `contextKinds`. */
export type ContextKind = (typeof contextKinds)[number]

/** A context with the words that show it. */
export interface ShownContext {
  kind: ContextKind
  words: string
}

const patterns: Readonly<Record<ContextKind, readonly string[]>> = {
  unofficial: [
    String.raw`\bunofficial\b|\b(?:not|never) (?:official|affiliated|associated|connected with|run by|sponsored|an official|made by)\b|\bindependent (?:of|tool|test|companion|news)\b|\bfan (?:page|account|club|chat|community|project|art)\b|\bfans\b(?= of|\n|$)|\b(?:by|for|from) fans\b|\bparody\b|\bsatire\b|\bsatirical\b|\bindependent\b|\bnothing here comes from\b|\benthusiasts\b|\bcollectors?\b`,
    String.raw`\binoffiziell|\bnicht verbunden\b|\bno oficial\b|\bnon officiel|\bnon ufficiale|\bnao oficial\b|\bnieoficjaln|\bresmi olmayan\b|\bsatira?\b|\bparodie?\b|\bniet officieel\b|\btidak resmi\b`,
    'неофициальн|пародия|अनौपचारिक|غير رسمي|非公式|非官方',
  ],
  complaint: [
    String.raw`\bcomplaints\b|\bcomplain about\b|\bvictims of\b|\bpetition\b|\bboycott\b|\bprotest\b|\bnever answers?\b|\boverchar?ged\b(?! you)|\bbad support\b|\bpost your experience\b`,
    String.raw`\bbeschwerden\b|\bgeschadigte\b|\breclamaciones\b|\bplaintes\b|\breclamacoes\b|\blamentele\b|\bklachten\b|\bskargi\b|\bsikayet`,
    'жалобы|शिकायतें|شكاوى|苦情|投诉',
  ],
  warning: [
    String.raw`\b(?:warning|beware|alert)\b[^.]{0,40}\b(?:fake|scam|fraud|phishing|messages say)|\bscam alert\b|\bfake\b[^.]{0,40}\b(?:accounts?|pages?|apps?|websites?|list|messages)\b|\bnever (?:ask|asks|share|shares)\b|\bwill never\b|\bdo not (?:click|share)\b|\bdon'?t (?:click|share)\b|\breport and block\b|\bphishing (?:sms|mail|email|text)\b|\bprotect yourself\b|\bis (?:this|it|that) (?:a )?(?:scam|fraud|fake|legit)|\bscam or not\b|\bscammed me\b|\bis a scammer\b`,
    String.raw`\bwarnung vor betrug|\bbetruger\b[^.]{0,60}\b(?:geben sich|fordern)|\bniemals\b[^.]{0,30}\bweitergeben|\bnicht auf den link\b|\battention aux arnaques|\barnaqueurs\b|\bestafadores\b|\bcuidado con\b|\bcuidado com\b|\bgolpistas\b|\btruffatori\b|\battenzione alle truffe|\boplichters\b|\bpas op voor\b|\boszusci\b|\bdolandirici|\bwaspada penipuan\b`,
    'প্রতারণা|প্রতারক|ভুয়া|มิจฉาชีพ|사칭|απατεων|کلاهبردار|மோசடி|мошенники|осторожно|धोखेबाज|सावधान|احذروا|محتال|詐欺に注意|谨防诈骗|诈骗分子',
  ],
  question: [
    String.raw`\b(?:does|has|did|is|can|which|how|what|anyone|anybody)\b[^?\n]{0,120}\?`,
    String.raw`\b(?:hat|kann|ist|wie|weiss|quelqu'un|alguien|alguem|qualcuno|iemand|czy)\b[^?\n]{0,120}\?`,
    'ли [^?\\n]{0,80}\\?|क्या [^?\\n]{0,80}\\?|هل [^؟\\n]{0,80}؟|ですか|吗[?？]',
  ],
  news: [
    String.raw`\bnews\b|\bheadlines\b|\bjournalists?\b|\breports? (?:quarterly|about|that)\b|\bquarterly\b|\bshares (?:rise|fall)\b|\bappoints\b|\bpress\b|\bread (?:our )?report\b|\banalysts\b|\barticle\b|\bnewspaper\b|\breviews?\b|\btutorials?\b|\bcase study\b|\bcompare\b|\bsource: https?:|\bread: https?:`,
    String.raw`\bnachrichten\b|\bbericht\b|\bactualites\b|\bnoticias\b|\bnoticie\b|\bnotizie\b|\bnieuws\b|\bwiadomosci\b|\bhaberler\b|\bberita\b`,
    'новости|समाचार|أخبار|ニュース|新闻',
  ],
  career: [
    String.raw`\bex-|\bformerly\b|\b(?:manager|engineer|specialist|analyst|developer|consultant|director|clerk|officer|lead|intern) (?:at|for|bei|chez|en|na|of)\b|\bemployee (?:at|of)\b|\bworking at\b`,
  ],
}

const compiled = joinPatterns(contextKinds, patterns)

/**
 * The contexts of a text, in the order of `contextKinds`, each once.
 *
 * @param plain as `plainText` returns it
 */
export const contextsIn = (plain: string): ShownContext[] => shownIn(compiled, plain)
