import { keysIn } from '@signet/contract/narrow'
import { plainText } from './plain-text.ts'
import type { Lure, LureKind } from './lures.ts'
import type { Mention } from './mentions.ts'
import { gap, joinPatterns, shownIn } from './shown-words.ts'

/*
 * What advertisements promise or threaten in the name of a company. Posts and pages say much of it honestly, so it only counts where
 * somebody else pays to show the brand. By lure and language, on text as `plainText` returns it.
 */

/** A price below ten: what costs that little is bait. */
const tiny = String.raw`[1-9](?:[.,]\d\d)?`
const euro = String.raw` ?(?:€|eur\b|euros?\b)(?! ?(?:a|per|pro|im|par|al|/) ?(?:mo|week|jahr|year|mes|mois))`
/** Returns that no honest deposit pays. */
const highRate = String.raw`(?<![\d.,])(?:[89]|[1-9]\d{1,3})(?:[.,]\d+)? ?%`
const your = {
  en: String.raw`\byour (?:\p{L}+ ){0,2}?(?:account|card|sim|number|line|connection|policy|parcel|package|wallet|access|contract|meter|membership|profile|data|details|identity|banking)\b`,
  de: String.raw`\b(?:ihre?[nmrs]?|deine?[nmrs]?) (?:\p{L}+ ){0,2}?(?:\p{L}*(?:konto|karte|zugang|nummer|vertrag|anschluss|police|paket|depot|profil|daten))\b`,
  fr: String.raw`\b(?:votre|vos) (?:compte|carte|acces|sim|ligne|numero|contrat|colis|abonnement|dossier|donnees|informations|coordonnees|identite)\b`,
  es: String.raw`\b(?:sus?|tus?) (?:cuenta|tarjeta|acceso|sim|chip|linea|numero|contrato|paquete|poliza|datos|identidad)\b`,
  pt: String.raw`\b(?:suas?|seus?) (?:conta|cartao|acesso|chip|linha|numero|contrato|encomenda|apolice|cadastro|dados|identidade)\b`,
  it: String.raw`\b(?:tuoi?|tua|suoi?|sua) (?:conto|carta|accesso|sim|linea|numero|contratto|pacco|polizza|utenza|dati|identita)\b`,
  nl: String.raw`\b(?:uw|je|jouw) (?:rekening|pas|toegang|sim\p{L}*|nummer|contract|pakket|polis|account|gegevens|identiteit)\b`,
  pl: String.raw`\b(?:twoj\p{L}*|swoj\p{L}*|panstwa) (?:konto|kart\p{L}*|dostep|sim|numer\p{L}*|umow\p{L}*|paczk\p{L}*|polis\p{L}*|dane|tozsamosc)`,
  tr: String.raw`\b(?:hesab|kart|hatt|numara|abonelig|kargo|bilgiler|kimlig|police)\p{L}*(?:iniz|iniz\p{L}+|niz\p{L}*|ini|ni)\b`,
  id: String.raw`\b(?:akun|rekening|kartu|nomor|sim|paket|data|identitas)(?: \p{L}+)? (?:anda|kamu)\b`,
} as const

type Language = keyof typeof your
const near = (language: Language, words: string) =>
  `${your[language]}${gap}(?:${words})|(?:${words})${gap}${your[language]}`

const patterns = {
  secret: [
    near('en', String.raw`\b(?:secure|restore|update|renew|re-?register|re-?confirm|recover)\b`),
    near(
      'de',
      String.raw`\b(?:bestatig|aktualisier|sicher[en]|verifizier|entsperr|freischalt|reaktivier|erneuer)\p{L}*`,
    ),
    near('fr', String.raw`\b(?:confirm|mettez a jour|verifi|securis|debloqu|reactiv|renouvel|valid)\p{L}*`),
    near('es', String.raw`\b(?:confirm|actuali[cz]|verifi|valid|reactiv|renov|renuev)\p{L}*`),
    near('pt', String.raw`\b(?:confirm|atualiz|verifi|valid|reativ|regulariz|recadastr)\p{L}*`),
    near('it', String.raw`\b(?:conferm|aggiorn|verific|riattiv|rinnov|convalid)\p{L}*`),
    near('nl', String.raw`\b(?:bevestig|update|werk|verifieer|vernieuw|heractiveer)\p{L}*`),
    near('pl', String.raw`\b(?:potwierdz|zaktualizuj|aktualizuj|zweryfikuj|odnow)\p{L}*`),
    near('tr', String.raw`\b(?:guncelle|dogrula|onayla|aktif)\p{L}*`),
    near('id', String.raw`\b(?:perbarui|perbaharui|verifikasi|konfirmasi|aktifkan)\b`),
    '(?:подтвердите|обновите|разблокируйте|восстановите) (?:ваш|свои|данные|доступ|карту|счет|личн)',
    '(?:केवाईसी|kyc|खाता|विवरण|जानकारी|आधार)[^।\\n]{0,20}(?:अपडेट|सत्यापित|पूर[ाी] कर|वेरिफाई)',
    '(?:حدث|أكد|اكد|تحديث|تأكيد|تفعيل|حدّث)[^.\\n]{0,12}(?:بياناتك|حسابك|بطاقتك|هويتك|معلوماتك)',
    '(?:情報|本人|アカウント|口座|カード)[^。\\n]{0,8}(?:確認|更新|認証)(?:してください|が必要|をお願い|手続)',
    '(?:验证|驗證|更新|确认|確認|激活|解冻)(?:您的|你的)(?:身份|账户|帳戶|资料|資料|信息|卡)',
  ],
  urgency: [
    near(
      'en',
      String.raw`\b(?:expir|block|suspend|deactivat|lock(?:ed|s)?\b|clos(?:ed|es|ing)\b|terminat|disconnect|restrict|limited|stop(?:s|ped)?\b)\p{L}*|\bfrom abroad\b`,
    ),
    String.raw`\b(?:kyc|sim|pan)\b.{0,30}\b(?:expir|pending|incomplete|block|deactivat)\p{L}*|\b(?:log ?in|sign-?in|device|transfer)\b.{0,30}\b(?:abroad|detected|not recognised|unknown|another country)\b`,
    near('de', String.raw`\b(?:gesperrt|sperr|ablauf|deaktivier|eingeschrankt|abgeschaltet|gekundigt)\p{L}*`),
    near('fr', String.raw`\b(?:suspen|bloqu|expir|desactiv|ferme|resili|limite)\p{L}*`),
    near('es', String.raw`\b(?:bloque|suspend|caduc|expir|desactiv|cerrad|venc|retenid)\p{L}*`),
    near('pt', String.raw`\b(?:bloque|suspens|expir|desativ|venc|retid|irregular)\p{L}*`),
    near('it', String.raw`\b(?:blocc|sospes|scad|disattiv|chius|limitat)\p{L}*`),
    near('nl', String.raw`\b(?:geblokkeerd|blokke|opgeschort|verlop|verloopt|gedeactiveerd|beperkt)\p{L}*`),
    near('pl', String.raw`\b(?:zablokow|zawiesz|wygas|dezaktyw|wylacz|zamkn|wstrzyman)\p{L}*`),
    near('tr', String.raw`\b(?:bloke|askiya|kapat|iptal|suresi|dondurul|kisitl)\p{L}*`),
    near('id', String.raw`\b(?:diblokir|ditangguhkan|dinonaktifkan|kedaluwarsa|hangus|ditutup|tertahan)\b`),
    String.raw`\b(?:desbloque|debloque|sblocc|odblokuj|entsperr)\p{L}*`,
    '(?:ваш[а-я]{0,3}|карт[ауы]|счет|номер|договор|сим)[^.\\n]{0,50}(?:заблокир|приостанов|истек|отключ|ограничен|деактив)',
    '(?:आपका|आपकी|खाता|कार्ड|सिम|नंबर|कनेक्शन)[^।\\n]{0,50}(?:बंद|ब्लॉक|निष्क्रिय|समाप्त|कट|रद्द)',
    '(?:حسابك|بطاقتك|شريحتك|رقمك|خطك|شحنتك|اشتراكك)[^.\\n]{0,50}(?:حظر|إيقاف|ايقاف|تجميد|سيتوقف|انتهت|معلق|موقوف)',
    '(?:口座|アカウント|カード|回線|番号|お荷物|契約)[^。\\n]{0,20}(?:停止|制限|凍結|失効|ロック)',
    '(?:您的|你的)(?:账户|帐户|賬戶|卡|号码|號碼|包裹|账号|帳號|sim卡)[^。\\n]{0,20}(?:冻结|凍結|停用|暂停|暫停|锁定|鎖定|过期|過期|限制)',
  ],
  profit: [
    String.raw`\b(?:deposit|invest|put in|start with)\b.{0,20}\d.{0,40}\b(?:withdraw|earn|receive|get|make|take out|becomes?|into)\b.{0,20}\d|\d[\d.,]*.{0,12}\b(?:becomes?|turns? into|grows? (?:to|into))\b.{0,12}\d|\bturn(?:s|ed)? .{0,12}\d.{0,12}\binto\b.{0,12}\d`,
    String.raw`\b(?:ai|automatic|automated|quantum|robot|smart)[- ](?:trading|investing|investments?|trader|profits?|platform)\b|\btrading (?:bot|robot|algorithm|software|app)\b|\bpassive income\b|\b(?:second|extra|side) income\b|\bearn(?:s|ing)? (?:up to|at least|from)\b|\b(?:earn|make|withdraw|receive)s?\b.{0,20}\d.{0,20}\b(?:each|every|per|a) (?:day|week|month)\b`,
    String.raw`\breveals?\b.{0,40}\b(?:secret|how|wealth|method|loophole|platform)|\bdo(?:es)?(?:n'?t| not) want you to\b|\b(?:quit|left) (?:her|his|their) jobs?\b|\bsecret (?:method|system|loophole|trick|project|formula|of)\b|\b(?:stopped|cut off|interrupted|taken off|pulled)\b.{0,20}\b(?:live|air|tv|broadcast)\b|\b(?:became|become) (?:a )?millionaires?\b|\bpre-?ipo\b`,
    String.raw`\bki[- ]?(?:handel|trading|plattform|system|roboter)|\b(?:handels|trading|investment|anlage)-?plattform\b|\bpassives einkommen\b|\b(?:neben|zusatz)einkommen\b|\bzuverdienst\b|\bverdien\p{L}*\b.{0,30}\d.{0,25}\b(?:tag|woche|monat|taglich|wochentlich|monatlich)\b|\baus \d.{0,20}\b(?:werden|macht)\b|\bgeheim(?:e|er|es|nis)? (?:methode|trick|system|plattform)|\b(?:enthullt|verrat)\b.{0,40}\b(?:geheim|methode|trick|system|reich|wie)`,
    String.raw`\b(?:gagnez|gagner|touchez|retirez)\b.{0,25}\d.{0,20}\bpar (?:jour|semaine|mois)\b|\brevenus? (?:passifs?|complementaires?|supplementaires?)\b|\bplateforme (?:d'investissement|de trading|automatique)|\b(?:investissez|deposez|transformez)\b.{0,20}\d|\b(?:revele|devoile)\b.{0,40}\b(?:secret|methode|comment|fortune)`,
    String.raw`\b(?:gan[ae]r?|retir[ae]|cobr[ae])\b.{0,25}\d.{0,20}\b(?:al|por|cada|a la) (?:dia|semana|mes)\b|\bingresos? (?:pasivos?|extra)|\bplataforma de (?:inversion|trading)|\b(?:invierte|invierta|deposit[ae]|convierte|convierta)\b.{0,20}\d|\brevela\b.{0,40}\b(?:secreto|metodo|como|fortuna)`,
    String.raw`\b(?:ganhe|lucre|saque)\b.{0,25}\d.{0,20}\b(?:por|ao|cada) (?:dia|semana|mes)\b|\brenda (?:extra|passiva)\b|\bplataforma de investimentos?|\b(?:invista|deposite|transforme)\b.{0,20}\d|\brevela\b.{0,40}\b(?:segredo|metodo|como|fortuna)`,
    String.raw`\b(?:guadagn|incass|prelev)\p{L}*\b.{0,25}\d.{0,25}\b(?:al|ogni) (?:giorno|settimana|mese)\b|\b(?:rendita|reddito) (?:passiv|extra)|\bpiattaforma di (?:investimento|trading)|\b(?:investi|deposita|trasforma)\b.{0,20}\d|\b(?:rivela|svela)\b.{0,40}\b(?:segreto|metodo|come|fortuna)`,
    String.raw`\bverdien\b.{0,25}\d.{0,20}\bper (?:dag|week|maand)\b|\bpassief inkomen\b|\bbijverdien|\b(?:handels|beleggings|investerings|trading)platform\b|\b(?:investeer|stort|beleg)\b.{0,20}\d|\bonthult\b.{0,40}\b(?:geheim|methode|hoe)`,
    String.raw`\b(?:zarabia|zarob|wyplac)\p{L}*\b.{0,25}\d.{0,20}\b(?:dziennie|tygodniowo|miesiecznie)\b|\b(?:dochod pasywny|pasywn\p{L}+ dochod)|\bplatform\p{L}+ (?:inwestycyjn|handlow)|\b(?:zainwestuj|wplac)\b.{0,20}\d|\b(?:ujawnia|zdradza)\b.{0,40}\b(?:sekret|sposob|metod|jak)`,
    String.raw`\b(?:gunde|gunluk|haftada|haftalik|ayda|aylik)\b.{0,25}\d.{0,30}\bkazan|\b(?:pasif|ek) gelir\b|\byatirim platform|\byapay zeka\b.{0,20}\b(?:yatirim|kazan|borsa)|\bpenghasilan (?:tambahan|pasif|harian)\b|\bplatform (?:investasi|trading)\b|\b(?:cuan|untung)\b.{0,20}\d|\bmodal \d`,
    String.raw`${highRate}.{0,25}(?:\b(?:interest|returns?|yield|profit|zins|rendite|fest|garant|interets?|rendement|par (?:an|mois)|rentabilidad|interes|anual|mensual|juros|rendimento|ao (?:ano|mes|dia)|interesse|annuo|al mese|rente|per (?:jaar|maand|year|annum)|rocznie|zysk|odsetek|faiz|getiri|bunga|per bulan)|годовых|в (?:год|месяц)|ब्याज|रिटर्न|سنويا|شهريا|عائد|の?利回り|年利|配当|年化|收益)`,
    'пассивн[а-я]+ доход|инвестиционн[а-я]+ платформ|зараб(?:атыва|отать|оток)[^.\\n]{0,25}\\d|вложи(?:те)?[^.\\n]{0,20}\\d|раскрыл[а-я]* (?:секрет|способ|метод)',
    '(?:रोज|रोज़|रोज़ाना|रोजाना|प्रतिदिन|हर (?:महीने|दिन|हफ्ते))[^।\\n]{0,30}कमा|निवेश कर[^।\\n]{0,30}\\d|दोगुना|डबल',
    '(?:اربح|تربح|اكسب)[^.\\n]{0,30}\\d|دخل (?:يومي|اضافي|إضافي|ثابت)|(?:أرباح|ارباح|عائد) (?:يومي|شهري|مضمون)|منصة (?:استثمار|تداول)|استثمر[^.\\n]{0,20}\\d',
    '(?:副業|月収|日給|毎日|毎月|毎週)[^。\\n]{0,20}(?:万円|稼)|不労所得|元本保証|自動売買|ai投資|投資プラットフォーム|資産[^。\\n]{0,8}倍',
    '(?:每天|每日|每月|每周|日|月)(?:赚|賺|收益|入)[^。\\n]{0,12}\\d|被动收入|稳定收益|高收益|保本|翻倍|投资平台|投資平台|量化(?:交易|投资)|ai(?:投资|交易)',
    String.raw`\bloans?\b.{0,40}\b(?:no (?:credit check|questions|papers|documents|guarantor|paperwork|proof)|without (?:an? |any )?(?:\p{L}+ )?(?:checks?|papers|documents|guarantor|salary|income|collateral|proof)|for everyone|even with|guaranteed|on (?:whatsapp|telegram))|\bkredit\b.{0,40}\b(?:ohne|trotz|in \d+ minuten|fur jeden|garantiert|sofort auf)|\b(?:pret|credit)s?\b.{0,40}\b(?:sans (?:justificatif|enquete|garant|refus)|en \d+ (?:minutes|heures)|garanti)|\b(?:prestamos?|creditos?)\b.{0,40}\b(?:sin (?:buro|aval|papeleo|nomina|requisitos|revisar)|en \d+ (?:minutos|horas)|inmediat|garantizad|aunque)`,
    String.raw`\b(?:emprestimos?|credito)\b.{0,40}\b(?:sem (?:consulta|comprovacao|fiador|burocracia|analise)|em \d+ (?:minutos|horas)|na hora|garantido|negativad)|\b(?:prestit[oi]|credito)\b.{0,40}\b(?:senza (?:busta|garanzie|garante|controlli|documenti)|in \d+ (?:minuti|ore)|garantit|cattivi|protestati)|\b(?:lening|lenen|geld)\b.{0,40}\b(?:zonder (?:bkr|toetsing|papieren|inkomen)|binnen \d+ (?:minuten|uur))|\b(?:pozyczk|kredyt)\p{L}*\b.{0,40}\b(?:bez (?:bik|zaswiadczen|weryfikacji|formalnosci)|w \d+ (?:minut|godzin)|od reki|dla kazdego|na dowod)|\b(?:kefilsiz|belgesiz|aninda|dakikada)\b.{0,25}\bkredi|\bkredi\b.{0,30}\b(?:kefilsiz|belgesiz|aninda|dakikada)|\btanpa (?:jaminan|bi checking|slik|agunan)\b`,
    '(?:кредит|займ|заем)[^.\\n]{0,40}(?:без (?:отказа|справок|проверк|поручител)|за \\d+ минут|всем|с плохой)|(?:लोन|ऋण)[^।\\n]{0,40}(?:बिना|तुरंत|मिनट|गारंटी)|(?:बिना|तुरंत)[^।\\n]{0,30}(?:लोन|ऋण)|(?:قرض|قروض|تمويل)[^.\\n]{0,40}(?:بدون|فوري|دون|مضمون|خلال)|審査なし|(?:融資|ローン)[^。\\n]{0,20}(?:即日|即時|保証人不要|誰でも|\\d+分)|(?:贷款|貸款|借款)[^。\\n]{0,15}(?:秒|无需|無需|免|当天|即时|\\d+分钟|必下|不看)|秒到账|秒批',
  ],
  prize: [
    String.raw`\b(?:take|fill in|complete|answer) (?:the |our |a |this |\d+ )?(?:short |quick |simple )?(?:survey|questions?|quiz|questionnaire)\b|\b(?:mystery|surprise) box|\b(?:lost|unclaimed|returned|undelivered|abandoned|forgotten) (?:luggage|suitcases?|baggage|parcels?|packages?|pallets?)\b|\b(?:only|just|for) (?:[€$£]${tiny}(?![\d.,])|${tiny} ?(?:€|\$|£|eur\b|euros?\b|dollars?\b|pounds?\b))(?! ?(?:a|per|/) ?(?:mo|week|year))|\b(?:every|each|all) (?:\p{L}+ )?(?:customers?|clients?|households?|users?|visitors?|citizens?|drivers?|passengers?|policyholders?|subscribers?)\b.{0,30}\b(?:gets?|receives?|wins?|entitled|(?:is|are) paid|can claim)\b|\b(?:gives|giving|hands|handing|hand|give)s? (?:out|away)\b|\bfree (?:for (?:a year|life)|year|(?:\d+ )?months?|travel|fuel|power|electricity|data|internet|sim|pass|smart(?:phone|watch))\b|\bgifts? (?:for|from|to)\b|\bunclaimed (?:money|funds|refunds?|cash|balance)\b`,
    String.raw`\bumfrage\b|\bgewinne(?:n sie)?\b|\bgeschenk\p{L}*\b|\b(?:uberraschungs|mystery)-?box\b|\b(?:verlorene?|vergessene?|nicht abgeholte|unzustellbare?) (?:koffer|pakete?|gepack)|\b(?:nur|fur) ${tiny}${euro}|\b(?:erstattung|ruckzahlung|pramie|bonus|guthaben)\b.{0,40}\b(?:sichern|anfordern|abrufen|erhalten|holen)\b|\bjede[rs]? (?:\p{L}*kund\p{L}*|haushalt\p{L}*)\b.{0,30}\b(?:erhalt|bekommt|gewinnt)`,
    String.raw`\bsondage\b|\brepondez a \d|\bconcours\b|\bcadeaux?\b|\b(?:colis|bagages?|valises?) (?:perdu|non reclame|oublie|abandonne)\p{L}*|\bbox mystere\b|\b(?:pour|seulement) ${tiny}${euro}|\boffert\p{L}*\b.{0,25}\b(?:tous|chaque|client)|\btous les clients\b.{0,30}\b(?:recoivent|ont droit)|\bindemnis\p{L}*\b.{0,30}\b(?:reclamez|demandez|recevez)`,
    String.raw`\bencuesta\b|\bresponde \d|\bregalos?\b|\b(?:paquetes?|maletas?|equipajes?) (?:perdid|no reclamad|olvidad|abandonad)\p{L}*|\bcaja (?:misteriosa|sorpresa)\b|\b(?:por|solo) ${tiny}${euro}|\bbono de \d|\btodos los clientes\b.{0,30}\b(?:reciben|ganan)|\bpesquisa\b.{0,40}\b(?:premi|ganh|receb)|\bpresente\b.{0,20}\b(?:gratis|clientes)|\b(?:encomendas?|malas?) (?:perdid|esquecid|abandonad)\p{L}*|\bcaixa misteriosa\b|\b(?:por|so|apenas) (?:r\$ ?)?${tiny} ?(?:€|euros?\b|reais\b)|\bvalores a receber\b|\bdinheiro esquecido\b`,
    String.raw`\bsondaggio\b|\brispondi a \d|\bin regalo\b|\b(?:pacchi|valigie|bagagli) (?:smarrit|non reclamat|abbandonat|dimenticat)\p{L}*|\b(?:scatola|box) misteriosa?\b|\b(?:a|per|solo|soli) ${tiny}${euro}|\benquete\b.{0,40}\b(?:win|ontvang|cadeau)|\bcadeau\b|\b(?:verloren|onbestelbare|niet opgehaalde|achtergelaten) (?:pakket|pakje|koffer|bagage)\p{L}*|\b(?:voor|maar|slechts) (?:€ ?)?${tiny} ?(?:€|euro\b)|\bankiet\p{L}*\b|\bprezent\p{L}*\b|\b(?:zagubion|nieodebran|porzucon)\p{L}+ (?:paczk|walizk|bagaz)|\bza (?:jedyne |tylko )?${tiny} ?(?:zl|euro?|€)`,
    String.raw`\banket\b|\bhediye|\b(?:kayip|sahipsiz|unutulan) (?:bavul|kargo|paket|valiz)|\bsadece ${tiny} ?(?:tl|lira|euro|€)|\bbedava\b|\bsurvei\b|\b(?:paket|koper|bagasi) (?:hilang|tak diklaim|tidak diambil)|\bkotak misteri\b|\bbagi[- ]bagi\b|\bkuota gratis\b|\bdana bantuan\b`,
    'подар(?:ок|к)|дарит|невостребованн|потерянн[а-я]+ (?:багаж|посыл|чемодан)|всего (?:за )?\\d{1,3} ?(?:руб|₽|евро|€)|(?:компенсаци|выплат)[а-я]+[^.\\n]{0,30}(?:получ|оформ|кажд|положен)',
    'मुफ्त|मुफ़्त|उपहार|तोहफ़?ा|फ्री (?:रिचार्ज|डेटा|गिफ्ट)|कैशबैक|هدية|هدايا|مجان|(?:طرود|حقائب|أمتعة) (?:مفقودة|ضائعة|غير)|اربح|アンケート|無料(?:配布|プレゼント)|還元|(?:紛失|未引取)(?:荷物|スーツケース)?|進呈|当たる|免费(?:领|送)|免費(?:領|送)|领取|領取|抽奖|抽獎|红包|紅包|(?:丢失|无人认领)(?:的)?(?:包裹|行李)',
  ],
  support: [
    String.raw`\b(?:helpline|hotline|care|support|service|toll[- ]free|complaints?|refund|assistance|emergency|helpdesk) (?:number|no|line|phone|cell)\b|\b(?:hotline|helpline)\b|\b(?:service|kunden|not|hilfe)-?(?:hotline|telefon|nummer|rufnummer)\b|\bassistance telephonique\b|\bservice telephonique\b|\bnumero (?:vert|d'assistance|du service)|\b(?:telefono|linea|numero) de (?:atencion|ayuda|soporte|servicio)|\bmesa de ayuda\b|\bcentral de (?:atendimento|ajuda|relacionamento)|\bnumero verde\b|\bservizio clienti\b|\b(?:klanten|hulp|service)lijn\b|\bservicenummer\b|\binfolini|\bbiuro obslugi\b|\bcagri merkezi\b|\bmusteri hatti\b|\bcall ?center\b|\b(?:nomor|wa|cs) (?:cs|layanan|resmi|pengaduan)\b`,
    'горяч[а-я]+ лини|контактн[а-я]+ центр|номер поддержк|टोल फ्री|कस्टमर केयर|शिकायत नंबर|सहायता नंबर|الخط الساخن|رقم (?:الدعم|خدمة|موحد)|مركز (?:الاتصال|خدمة)|お問い合わせ(?:番号|電話)|サポート(?:電話|窓口|番号)|コールセンター|フリーダイヤル|热线|熱線|客服|服务电话',
  ],
  payment: [
    String.raw`\bpay\b.{0,40}\b(?:bill|fine|toll|invoice|premium|rent)\b.{0,40}(?:\d+ ?%|\bhalf\b|\bdiscount\b)|\b(?:rechnung|beitrag)\b.{0,40}\b(?:bezahlen|zahlen)\b.{0,30}\d+ ?%|\bpague\b.{0,40}\d+ ?% (?:de descuento|de desconto|menos)`,
  ],
  fee: [
    String.raw`\b(?:shipping|delivery|postage|customs|release|livraison|frais de port|caution|acompte|envio|anticipo|frete|spedizione|caparra|verzending|verzendkosten|aanbetaling|wysylk\p{L}*|przesylk\p{L}*|zaliczk\p{L}*|versand\p{L}*|zustellung|lieferung|ongkir|uang muka)\b.{0,20}(?:(?:[€$£]|r\$|rp) ?[1-9]|[1-9]\d*(?:[.,]\d\d)? ?(?:€|\$|£|eur|zl\b|tl\b|usd|reais|pesos|dollars?|pounds?))|\bonly pay\b|\bpay only\b|\b(?:gebuhr|anzahlung|kaution|vorschuss)\b.{0,30}\b(?:vorab|zuerst|nur|per)\b|\bnur (?:den |die )?(?:versand|porto|zustellung)|\bsolo (?:pag\p{L}* )?el envio\b|\bso (?:paga|o frete)\b|\bpag\p{L}* solo\b|\b(?:kargo|kapora|dosya) (?:ucret|bedel|masraf)`,
    '(?:доставк|взнос|залог)[^.\\n]{0,20}\\d ?(?:руб|₽|евро|€)|(?:شحن|توصيل)[^.\\n]{0,15}\\d|(?:送料|保証金)[^。\\n]{0,12}\\d|(?:运费|邮费|保证金)[^。\\n]{0,12}\\d|डिलीवरी[^।\\n]{0,20}\\d|अग्रिम',
  ],
  job: [
    String.raw`\b(?:receive|accept|forward) (?:transfers|payments|parcels|packages|money)\b|\brent (?:out )?your account\b|\bmystery shopp|\b(?:paid|pays?|earn)\b.{0,20}\d.{0,15}\b(?:per|an|each) (?:hour|task|parcel|package|test|video|review|transfer)\b|\btest accounts?\b|\b(?:konten?|konto) (?:testen|eroffnen)\b|\b(?:pakete|zahlungen|uberweisungen) (?:annehmen|weiterleiten|empfangen)\b|\brecib\p{L}* (?:pagos|transferencias|paquetes)\b|\breceb\p{L}* (?:pix|transferencias|pacotes)\b|\brecev\p{L}* des (?:virements|colis|paiements)\b|\bricev\p{L}* (?:bonifici|pacchi|pagamenti)\b|\bontvang (?:betalingen|pakketten)\b|\bprzyjmuj (?:przelewy|paczki)\b|\b(?:trabaja|lavor[oa]|praca|kerja) (?:desde|da|z|dari) (?:casa|domu|rumah)|\btravaillez de chez\b|\bthuiswerk|\bevden (?:calis|is)`,
    'подработк|работа из дома|прием платежей|घर से काम|العمل من البيت|在家(?:兼职|赚)',
  ],
} satisfies Partial<Record<LureKind, readonly string[]>>

const compiled = joinPatterns(keysIn(patterns), patterns)

/**
 * The lures that only count in an advertisement, except the kinds that are already known.
 *
 * @param plain as `plainText` returns it
 */
export function adLuresIn(plain: string, known: readonly Lure[]): Lure[] {
  const unknown = compiled.filter(({ kind }) => !known.some((lure) => lure.kind === kind))
  return shownIn(unknown, plain)
}

/** Words of comparisons, advice, trade and the press: who advertises with them speaks about the brand, not for it. */
const aboutWords = new RegExp(
  [
    String.raw`\b(?:compar(?:e[sd]?|ison|ing|ateur|ez|er|a|ador|ativo)|versus|vs|cheaper than|switch from|second[- ]hand|refurbished|repairs?|repaired|spare parts|compatible with|works with|accessor(?:y|ies)|lawyers?|law firm|solicitors?|podcast|stock (?:analysis|letter)|shareholders?|trade union|sponsor(?:ed|s)?|exhibition|museum|vacanc(?:y|ies)|openings|job (?:board|fair|portal)|(?:career|hiring) fair|trainees?hip)\b`,
    String.raw`\b(?:vergleich\p{L}*|testbericht|gebraucht\p{L}*|reparatur\p{L}*|ersatzteile?|zubehor|anwalt\p{L}*|kanzlei|verbraucherschutz|stellenangebote?|stellenmarkt|ausbildung|ausstellung|gewerkschaft|aktionar\p{L}*|ratgeber|buch)\b`,
    String.raw`\b(?:reparation\p{L}*|pieces detachees|accessoires?|avocats?|offres d'emploi|exposition|syndicat|segunda mano|reparacion\p{L}*|repuestos|accesorios|abogad\p{L}*|bufete|ofertas de empleo|exposicion|sindicato|libro|conserto|acessorios|advogad\p{L}*|exposicao|livro|confront\p{L}*|riparazion\p{L}*|ricambi|accessori|avvocat\p{L}*|offerte di lavoro|vergelijk\p{L}*|tweedehands|reparatie\p{L}*|onderdelen|advocaat|tentoonstelling|boek|porown\p{L}*|uzywan\p{L}*|napraw\p{L}*|czesci|prawnik|oferty pracy|wystaw\p{L}*|ksiazk\p{L}*|karsilastir\p{L}*|ikinci el|tamir\p{L}*|yedek parca|avukat\p{L}*|is ilan\p{L}*|sergi|kitap|bandingkan|perbandingan|bekas|buku)\b`,
    'сравн|б/у|ремонт|запчаст|юрист|адвокат|ваканси|выставк|книг|तुलना|मरम्मत|वकील|भर्ती|किताब|قارن|مقارنة|صيانة|محام|وظائف|كتاب|比較|中古|修理|弁護士|求人|比较|对比|二手|维修|律师|招聘',
  ].join('|'),
  'u',
)

/** The word by which an advertisement is about a brand, and not by it; null for none. */
export const aboutWordIn = (plain: string): string | null => aboutWords.exec(plain)?.[0] ?? null

const appBefore =
  /(?:\bapp|\bapplication|\baplicacion|\baplicativo|\bapplicazione|\baplikacj\p{L}*|\buygulama\p{L}*|\baplikasi|приложени\p{L}*|تطبيق|\bupdate|\bupdater?|\bversion|\bpatch)(?: (?:mobile|movil|officielle|oficial|ufficiale|resmi))?(?: (?:of|for|by|from|von|der|des|fur|de|del|di|da|du|van|la|для|от))*[ "“«'’]*$/u
const appAfter =
  /^[ "”»'’-]{0,3}(?:(?:mobile|new|official|bank|banking|android|ios|neue) )*(?:-?app\b|application\b|apk\b|aplikac|aplikasi|uygulama|приложени|ऐप|एप|تطبيق|アプリ|应用|客户端)/u
const installWords =
  /\b(?:install\p{L}*|download\p{L}*|get|update\p{L}*|herunterlad\p{L}*|lad(?:en|e)\b|telecharg\p{L}*|descarg\p{L}*|instal\p{L}*|baix\p{L}*|scaric\p{L}*|pobierz|zainstaluj|indir\p{L}*|yukle\p{L}*|kur(?:un)?|unduh|pasang|required|mandatory)\b|скача|установ|डाउनलोड|इंस्टॉल|حمل|تحميل|تثبيت|ダウンロード|インストール|下载|下載|安装|安裝/u

/** The words by which a text offers an app as that of the named brand, not one for its customers; null for none. */
export function offersAppOf(text: string, { start, end }: Pick<Mention, 'start' | 'end'>): string | null {
  const isNamed =
    appAfter.test(plainText(text.slice(end, end + 40))) ||
    appBefore.test(plainText(text.slice(Math.max(0, start - 40), start)))
  return isNamed ? (installWords.exec(plainText(text))?.[0] ?? null) : null
}
