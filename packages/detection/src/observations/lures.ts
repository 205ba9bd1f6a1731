import { keysIn } from '@signet/contract/narrow'
import { gap, joinPatterns, shownIn } from './shown-words.ts'

/** What a text tries to make its readers do or believe. */
export const lureKinds = [
  'secret',
  'payment',
  'fee',
  'urgency',
  'support',
  'prize',
  'profit',
  'install',
  'job',
  'sale',
] as const
/** One of `lureKinds`. */
export type LureKind = (typeof lureKinds)[number]

/** A lure with the words that show it. */
export interface Lure {
  kind: LureKind
  words: string
}

/** One of some words, then one of others. */
const then = (first: string, second: string) => `(?:${first})${gap}(?:${second})`

/*
 * Patterns by lure and language, on text as `plainText` returns it: no upper case, no accents on Latin letters. `\b` only holds between
 * Latin letters, so patterns in other scripts have none.
 */

const secretWords = {
  en: String.raw`\b(?:otp|one[- ]time (?:code|password)|sms code|verification code|pass ?codes?|passwords?|pin|cvv|card (?:number|details)|login details|credentials|(?:seed|recovery|secret|backup) (?:phrase|words)|private key|12 words?|\d (?:digits|words)|bank-?id|id (?:photo|card)|passport|(?:account|policy|customer|phone) (?:number|no)|registered email|card|token|date of birth|login|(?:bank(?:ing)?|account|payment|billing|login|access|personal) (?:details|data|information))\b`,
  de: String.raw`\b(?:kartendaten|bankdaten|kontodaten|bankverbindung|kontonummer|geburtsdatum|iban und|tan|pin|den code|einen code|ausweis|ausweiskopie|kreditkartennummer|kundennummer|passwort|kennwort|zugangsdaten|kartennummer|sms-?code|bestatigungscode|wiederherstellungsphrase)\b`,
  fr: String.raw`\b(?:mot de passe|code (?:recu|sms|secret|de verification|a \d chiffres)|piece d'identite|carte bancaire|(?:donnees|coordonnees) (?:de (?:la |votre )?carte|bancaires)|date de naissance|identifiants|numero de carte|phrase (?:secrete|de recuperation))`,
  es: String.raw`\b(?:codigo|datos (?:de (?:la |su )?tarjeta|bancarios)|fecha de nacimiento|digitos|dni|cvv|contrasena|clave|numero de tarjeta|frase semilla)`,
  pt: String.raw`\b(?:senha|codigo|dados (?:do cartao|bancarios)|o token|digitos|cpf|numero do cartao|palavra-?passe)`,
  it: String.raw`\b(?:credenziali|il codice|dati (?:della (?:sua |tua )?carta|bancari)|data di nascita|documento d'identita|password|codice (?:otp|sms|ricevuto|di verifica)|numero (?:della )?carta)`,
  nl: String.raw`\b(?:pincode|kaartgegevens|bankgegevens|geboortedatum|wachtwoord|inloggegevens|sms-?code|beveiligingscode|uw gegevens)\b`,
  pl: String.raw`\b(?:dane karty|kod\b|kodu\b|pesel|haslo|numer karty|dane logowania)`,
  tr: String.raw`\b(?:kart bilgi|sifre|onay kodu|dogrulama kodu|sms kodu|kart numara)`,
  id: String.raw`\b(?:data kartu|kode otp|kata sandi|nomor kartu|pin atm)\b`,
  ru: 'данны[ех] (?:вашей )?карты|код из смс|код подтверждения|пароль|номер карты|пин-?код|сид-?фраз|секретн[а-я]{1,4} фраз',
  hi: 'ओटीपी|पासवर्ड|पिन|कार्ड नंबर|सीवीवी',
  ar: 'رمز التحقق|كلمة المرور|كلمة السر|رقم البطاقة|الرقم السري',
  ja: '認証コード|パスワード|暗証番号|カード番号',
  zh: '验证码|密码|驗證碼|密碼|卡号|助记词',
} as const

const askWords = {
  en: String.raw`\b(?:share|send|enter|type|tell us|provide|drop|text us|register with|reply with|upload|paste|scan|confirm|submit|give|verify|update|import|run and type|communicate)\b`,
  de: String.raw`\b(?:hinterlegen|angeben|bestatigen|eingeben|senden|schicken|mitteilen|teilen sie|nennen|geben sie|aktualisieren|anmelden|einloggen)`,
  fr: String.raw`\b(?:communiquez|envoyez|saisissez|confirmez|donnez|entrez)`,
  es: String.raw`\b(?:envie|envienos|pasame|dime|dinos|mandame|mandenos|facilite|escriba|introduzca|ingrese|comparta|confirme)`,
  pt: String.raw`\b(?:informe|envie|mande|passe|diga|digite|confirme|compartilhe)`,
  it: String.raw`\b(?:inserisca|inserisci|invii|confermi|comunichi|verifichi)`,
  nl: String.raw`\b(?:bevestig|voer|deel|stuur|geef)`,
  pl: String.raw`\b(?:podaj|wyslij|wpisz|potwierdz)`,
  tr: String.raw`\b(?:ilet|paylas|girin|gonder|yazin|bildir)`,
  id: String.raw`\b(?:kirim|masukkan|isi|berikan|sebutkan)`,
  ru: 'сообщите|введите|пришлите|отправьте|назовите',
  hi: 'बताएं|बताये|भेजें|साझा करें|दर्ज करें',
  ar: 'أرسل|ادخل|أدخل|شارك|زودنا',
  ja: '入力|送信|教えて',
  zh: '输入|提供|发送|輸入|告知',
} as const

/** An ask and a secret in one sentence, in the order of either language family. */
const secrets = keysIn(secretWords).flatMap((language) => [
  then(askWords[language], secretWords[language]),
  ...(['de', 'tr', 'hi', 'ja', 'ru', 'nl'].includes(language) ? [then(secretWords[language], askWords[language])] : []),
])

const patterns: Readonly<Record<LureKind, readonly string[]>> = {
  secret: [
    ...secrets,
    then(String.raw`\blog ?in with`, secretWords.en),
    String.raw`\bconnect your wallet\b`,
    String.raw`\b(?:update|complete) (?:your |of your )?(?:kyc|pan)\b|\bkyc of your\b|\bupdate kyc\b`,
    String.raw`\b(?:verify|confirm|validate|unlock|reactivate) your (?:account|identity|wallet|card|address|details|data|profile|number)\b`,
    then(String.raw`\b(?:with|using) (?:your|the)`, secretWords.en),
    String.raw`\b(?:identity card|id card|passport|id) (?:is )?(?:needed|required)\b`,
    String.raw`\bmit (?:ihren |deinen |den )?(?:zugangs|karten|bank|konto)daten\b`,
    'पैन अपडेट|केवाईसी',
  ],
  payment: [
    String.raw`\b(?:send|transfer|deposit|pay)\b${gap}\b(?:to|via|through|into)\b${gap}(?:\b(?:wallet|upi|account|address|usdt|btc|bitcoin|iban)\b|@|0x|bc1)`,
    String.raw`\b(?:pay|payment|payable)\b.{0,20}\b(?:by|in|with|via) (?:upi|gift ?cards?|voucher|crypto|bitcoin|btc|usdt|western union)\b`,
    String.raw`\bminimum deposit\b|\bsend any amount\b|\bcrypto only\b|\bcoins only\b|\btransfer the\b.{0,20}\b(?:insurance|deposit|fee|tax)\b|\bdeposit (?:today|now|usdt|btc)\b|\bsend (?:coins|crypto|money)\b|\bcoins? sent (?:to|here)\b|\bsend \d[\d.,]* (?:to \d|btc|eth|usdt|rupee)`,
    String.raw`\buberweisen sie\b|\bgeld auf\b|\bsicheres konto\b|\bsafe account\b|\bcuenta segura\b|\bvirez\b|\btransfiera\b|\bdeposite\b|\btransfira\b|\bbonifico\b|\bprzelej\b|\bhavale\b`,
    'переведите|перевести деньги|резервный счет|безопасный счет|भुगतान करें|حول المبلغ|振り込|转账',
  ],
  fee: [
    String.raw`\b(?:processing|activation|registration|joining|shipping|delivery|advance|verification|admin|insurance|migration|small) (?:fee|charge|deposit|payment)s?\b|\b(?:security|insurance) deposit\b|\bdeposit insurance fee\b|\bpay (?:a |the |only |tax |gas )*(?:fee|tax|gas)\b|\bpay\b.{0,20}\b(?:shipping|delivery)\b|\brefundable\b|\badvance fee\b|\bfee first\b|\bpay tax first\b|\bpay gas\b|\b(?:settle|clear|pay) (?:the |an? |your )?(?:outstanding|unpaid|overdue|remaining|open|missing)\b|\b(?:customs|redelivery|delivery|storage|clearance|release|handling|unlock) (?:fee|charge|duty|cost)s?\b|\b(?:release|redeliver|reschedule)\b.{0,40}\b(?:parcel|package|shipment|delivery|pay|fee)\b|\b(?:parcel|package|shipment)\b.{0,60}\b(?:fee|pay|settle|reschedule|charge|customs)\b|\btest payment\b|\btop up\b|\bunpaid (?:premium|invoice|bill)\b`,
    String.raw`\b(?:deposit|fee|charge|pay|payment)\b.{0,30}\b(?:first|before you|up ?front|in advance|beforehand)\b|\b(?:licen[cs]e|training|starter|material|equipment|uniform) (?:deposit|fee|charge|kit)\b|\bpostage (?:only|of|\d|is)|\bonly (?:the )?postage\b|\bupfront (?:fee|payment)\b`,
    String.raw`\b(?:bearbeitungs|aktivierungs|anmelde|registrierungs)gebuhr|\bversandkosten\b|\bgebuhr vorab\b|\bvorkasse\b|\bzollgebuhr|\bnachzahlung\b|\bporto\b|\boffene (?:rechnung|gebuhr|forderung)|\bzustellgebuhr`,
    String.raw`\bfrais de (?:dossier|livraison|port|traitement)\b|\bpayez (?:seulement|uniquement)\b|\breglez\b|\bdedouanement\b|\bfrais de douane\b|\baffranchissement\b`,
    String.raw`\bcomision por adelantado\b|\bpague (?:solo|primero)\b|\bgastos de envio\b|\bpor adelantado\b|\baduana|\barancel|\btasa de (?:entrega|gestion)`,
    String.raw`\btaxa (?:de|antecipada)\b|\bpague (?:apenas|so|a taxa)\b|\bspese di spedizione\b|\bpaghi solo\b|\bverzendkosten\b|\boplata (?:manipulacyjna|za przesylke)|\bkargo ucreti\b|\bdoplat[aey]\b|\boplac\b|\bniedoplat|\bdogana|\bsdoganamento\b|\bdouanekosten\b|\balfandega\b|\bgumruk\b|\bbiaya (?:admin|pendaftaran)`,
    'комисси[яю]|предоплат|доплат|пошлин|शुल्क|رسوم|手数料|手续费',
  ],
  urgency: [
    String.raw`\b(?:account|card|wallet|access|banking)\b.{0,30}\b(?:blocked|suspended|locked|limited|frozen|deactivated|restricted)\b|\bblocked (?:account|card)\b|\blast (?:chance|warning)\b|\bwithin 24 hours\b|\blose access\b|\b(?:expires|blocked) today\b|\bunusual log ?in\b|\bwas hacked\b|\bneeds? verification\b|\bonly today\b|\bwithin \d+ (?:hours?|minutes)\b|\bwas (?:rejected|declined|refused)\b|\bdisconnect(?:ion|ed)\b|\bcut (?:off|tonight|today)\b|\bends soon\b|\bfinal (?:notice|reminder|warning)\b|\blast (?:notice|reminder)\b|\bbefore midnight\b|\bonly \d+ (?:left|places|spots)\b|\bcould not (?:be )?deliver|\bundeliver(?:ed|able)\b|\b(?:on hold|is waiting)\b|\bfraud department\b|\bunauthori[sz]ed (?:payment|transaction|access|charge)|\bsuspicious (?:payment|transaction|activity)|\bfailed transactions?\b|\b(?:expires?|ends|blocked|suspended|deactivated|cancell?ed|closed|disconnected)\b.{0,20}\b(?:today|tonight|tomorrow|at midnight)\b|\b(?:to )?avoid (?:an? |the )?(?:cancellation|suspension|blocking|deactivation|interruption|disconnection|closure|loss)\b`,
    String.raw`\bkonto\b.{0,30}\b(?:gesperrt|eingeschrankt)|\blauft ab\b|\bwird abgeschaltet\b|\bgesperrt\?|\bletzte (?:mahnung|erinnerung|warnung)\b|\bnicht zugestellt\b|\bbetrugsabteilung\b`,
    String.raw`\bcompte\b.{0,30}\b(?:suspendu|bloque)|\bcuenta\b.{0,30}\b(?:bloqueada|suspendida)|\bconta\b.{0,30}\b(?:bloqueada|suspensa)|\bconto\b.{0,30}\b(?:bloccato|sospeso)`,
    String.raw`\b(?:verloopt|geblokkeerd|blokkering)\b|\bkonto\b.{0,30}\b(?:zablokowan|zawieszon)|\bostatnie wezwanie\b|\bdernier (?:rappel|avis)\b|\ben attente\b|\bdepartamento de (?:fraude|seguridad)\b|\bultimo aviso\b|\bultimo avviso\b|\blaatste (?:herinnering|waarschuwing)\b|\bson uyari\b|\bhesab.{0,30}\b(?:askiya|bloke)|\b(?:diblokir|ditangguhkan)\b|\btarif\b.{0,30}\bberubah\b`,
    'заблокирован|приостановлен|пытаются списать|последнее предупреждение|बंद हो जाएगा|ब्लॉक|تم إيقاف|تم حظر|停止されました|凍結|冻结|凍结',
  ],
  support: [
    String.raw`\b(?:customer|client) (?:care|support|service|helpline)\b|\bhelp ?(?:line|desk|centre|center)\b|\btoll[- ]free\b|\bgrievance\b|\bcomplaint cell\b|\bcall (?:us|now)\b|\bmessage us\b|\bdm us\b|\bvia dm\b|\b(?:executive|agent)s? will\b|\blive support\b|\brefund form\b|\b24 ?[x/] ?7\b|\bofficial support\b|\bwe resolve your\b|\bsend your registered number\b|\b(?:dm|pm|text|message|write|contact|ping|inbox|whatsapp) (?:me|us)\b|\b(?:drop|send) (?:me |us )?an? (?:dm|pm|message)\b|\b(?:reply|write|chat|contact)\b.{0,12}\bon (?:telegram|whatsapp|signal)\b|\bagents? (?:are )?online\b|\breplying to complaints\b|\binbox your\b|\bask for our whatsapp\b|\bopen a ticket with\b|\byour (?:queries|concerns|complaints)\b|\bour (?:advisers|advisors|experts|agents|team)\b|\bi can (?:reset|recover|unlock)\b|\bspeak to an?\b|\bshare your screen\b|\bconnect to your screen\b|\bhow can we help you\b`,
    String.raw`\bkundenservice\b|\bkundendienst\b|\bsachbearbeiter|\bschreib(?:en sie|t)? (?:mir|uns)\b|\bberater (?:hilft|ruft)|\bescribenos\b|\becrivez-nous\b|\bfale conosco\b|\bscrivici\b|\bschreiben sie uns\b|\bservice clients?\b|\bcontactez\b|\bconseiller\b|\batencion al cliente\b|\bservicio al cliente\b|\batendimento\b|\bchame no\b|\bassistenza\b|\bklantenservice\b|\bobsluga klienta\b|\bmusteri hizmet|\bdestek hatti\b|\blayanan (?:pelanggan|nasabah)\b|\bhubungi\b`,
    'служба (?:безопасности|поддержки)|ग्राहक सेवा|हेल्पलाइन|خدمة العملاء|カスタマーサポート|客服',
  ],
  prize: [
    String.raw`\bgiveaway\b|\bair ?drop\b|\blottery\b|\byou (?:have )?won\b|\bwin (?:a |an |the )?(?:free|prize|phone|iphone|voucher)|\bspin the wheel\b|\bfree (?:phone|tokens|gift|money|iphone)\b|\bclaim (?:now|your|the|\d)|\bcashback\b|\bbonus\b|\bprize\b|\b(?:doubled?|doubles|twice the amount|2x)\b|\bcongratulations\b|\b(?:return|send|pay|get)\b.{0,12}\bdouble\b|\bmatch every\b|\bgiv(?:es?|ing)\b.{0,40}\b(?:tickets?|phones?|vouchers?)\b|\bfree flights?\b|\b\d+ ?% off\b|\brefund (?:is|was|approved|pending|ready|waiting)|\b(?:lucky|prize|anniversary|free) draw\b|\bevery participant\b|\bfree credits\b|\bspin (?:&|and|to)|\bscratch\b.{0,12}\bwin\b|\bget(?:s)? \d+x\b|\b\d+x\b.{0,20}\b(?:return|profit|token|coin)|\bhamper\b|\bgift box\b|\brefund of\b|\bundelivered parcels\b|\blost parcels\b|\bpresale\b|\btoken launch\b|\bearly buyers\b|\bfirst buyers\b|\brewards?\b.{0,20}\bclub\b|\b(?:is|are) yours\b|\bget(?:s)?\b.{0,20}\bback\b(?=.{0,40}\b(?:bank|card|account|now)\b)|\bget (?:the|a|your) refund\b|\bgives? away\b|\bgift cards?\b.{0,20}\bearn\b|\bearn\b.{0,20}\bgift cards?\b|\bvouchers?\b`,
    String.raw`\b(?:ver)?schenkt\b|\bzahlt\b.{0,40}\bzuruck\b|\berhalten\b.{0,30}\bzuruck\b|\bguthaben\b.{0,30}\bauszahl|\b(?:vous )?rembourse\b|\b(?:te|le|les) (?:devuelve|regala)\b|\bdevolucion\b|\brestituisce\b|\bdevolve\b`,
    String.raw`\bgewinnspiel\b|\bruckerstattung\b|\bgutschrift\b|\bbewilligt\b|\brimborso\b|\breembolso\b|\bremboursement\b|\bterugbetaling\b|\bzwrot (?:srodkow|pieniedzy)|\biadeniz\b|\bpengembalian dana\b|\bverlosung\b|\bvorverkauf\b|\bjubilaum\b|\btombola\b|\bloteria\b|\brifa\b|\blosowanie\b|\bgewonnen\b|\bgewinn\b|\bgluckwunsch\b|\bvous avez gagne\b|\bgagnez\b|\bcadeau\b|\bganado\b|\bsorteo\b|\bregalo\b|\bpremio\b|\bganhou\b|\bsorteio\b|\bha vinto\b|\bprijs gewonnen\b|\bwygral|\brozdaje\b|\bkazandiniz\b|\bcekilis\b|\bhadiah\b|\bundian\b`,
    'возврат средств|выиграл|розыгрыш|приз|इनाम|लॉटरी|जीत|ربحت|جائزة|当選|プレゼント|中奖|奖品',
  ],
  profit: [
    String.raw`\bguaranteed (?:\d|profit|return|income|daily|weekly)|\b(?:returns?|profit)s? guaranteed\b|\bguaranteed\b|\b(?:daily|weekly|fixed) (?:profit|returns?)\b|\b\d+ ?% (?:profit |returns? )?(?:per day|daily|weekly|every week|per week)\b|\bearn \d[\d.,]* (?:a|per) day\b|\bno risk\b|\bdouble your (?:money|coins|investment)\b|\bsecret trading platform\b|\binvestment (?:signals|channel|fund)\b|\b\d+(?:[.,]\d+)? ?% (?:fixed |annual |p\. ?a\. )?(?:interest|returns?|yield|zinsen)\b|\bfixed interest\b|\bget rich\b|\b(?:money|cash) (?:today|now|same day|in \d+ minutes)\b|\bsame day (?:cash|money)\b|\bpre-?approved\b|\bbad credit\b|\b\d+ ?% (?:a|per) year\b|(?<!\bfrom )(?<!\bfor )(?<!\bonly )(?<!\bat )\b\d[\d.,]* (?:a|per|an) (?:day|week|month|hour)\b|\bcloud mining\b|\binvest(?:ing|ment) tips\b|\bprivate investors\b|\bminimum ticket\b|\bcommission (?:paid|every)\b|\btrading (?:group|platform)\b`,
    String.raw`\bgarantierte rendite\b|\bgewinn garantiert\b|\bfestgeld\b|\brendite\b|\bohne schufa\b|\bsofortkredit\b|\brendement garanti\b|\brentabilidad garantizada\b|\blucro garantido\b|\brendimento garantito\b|\bgegarandeerd rendement\b|\bgwarantowany zysk\b|\bgarantili kazanc\b|\bprestamos? .{0,20}(?:sin aval|en 5 minutos)|\bprestamo\b.{0,30}\bminutos\b|\binstant (?:cash|loans?)\b|\bloans? (?:approved|in (?:5 minutes|one hour)|without documents)\b|\bdana cair\b|\bpinjaman\b`,
    'гарантированн[а-я]{1,3} доход|गारंटीड|ربح مضمون|必ず儲かる|稳赚',
  ],
  install: [
    String.raw`\.apk\b|\bapk\b|_setup\.exe\b|\b(?:install|download|update)\b.{0,30}\bapp\b.{0,20}\b(?:now|here|lose)\b|\binstall the attached\b`,
    'установите приложение|ऐप डाउनलोड|حمل التطبيق|アプリをインストール|下载应用',
  ],
  job: [
    String.raw`\bearn \d[\d.,]* (?:eur |usd |€ ?|\$ ?)?(?:per|an?|each|for each) (?:account|task|order|review|like|parcel|package|transfer|test)\b|\bbecome (?:an? )?(?:parcel |payment |local )?agent\b|\bkeep \d+ ?%`,
    String.raw`\bwork from home\b|\bhir(?:es|ing) from home\b|\bdata entry at home\b|\bearn \d[\d.,]* (?:a|per) day\b|\bonline job\b|\bper day, no experience\b|\boffer letter\b|\binterview\b.{0,20}\b(?:telegram|whatsapp)\b|\b(?:remote|online) assistant\b|\b(?:pays?|earn)\b.{0,40}\bfrom home\b|\b\d[\d.,]* (?:eur |usd |€ ?|\$ ?)?(?:an|per) hour\b|\b(?:simple|easy) tasks\b|\btask (?:job|group)s?\b|\b(?:packers?|typists?|testers?)\b.{0,20}\bhome\b|\bat home,? \d|\bno experience\b|\blike videos\b|\bapp-tester\b|\bheimarbeit\b|\btrabajo desde casa\b|\btrabalhe em casa\b|\btravail a domicile\b`,
    'работа на дому|घर बैठे|العمل من المنزل|在宅ワーク|兼职',
  ],
  sale: [
    String.raw`\b(?:selling|for sale|sell)\b.{0,40}\b(?:accounts?|logs?|cvv|cards?|database|dumps?|fullz|access|data)\b|\b(?:accounts?|logs?|cvv|fullz|dumps?)\b.{0,40}\bfor sale\b|\bbank drops?\b|\bfullz\b|\bcash ?out\b|\blogin \+ email\b|\b(?:fresh|verified|aged|hacked)\b.{0,30}\b(?:drops?|accounts?|docs|logs|dumps?)\b|\bkyc passed\b|\baccounts? with (?:balance|points|miles|access|\d)|\bvouches\b`,
    '(?<!рас)прода(?:м|ю(?!т)|жа)|куплю (?:доступ|базу)',
  ],
}

const compiled = joinPatterns(lureKinds, patterns)

/**
 * The lures in a text, in the order of `lureKinds`, each once.
 *
 * @param plain as `plainText` returns it
 */
export const luresIn = (plain: string): Lure[] => shownIn(compiled, plain)
