/** Look-alike characters of one script, written as `source target` pairs without separators. */
const tables = {
  cyrillic:
    'аaбbвbгrдdеeёeжxзeиuйuкkлnмmнhоoпnрpсcтtуyфoхxцuчyшwщwъbыblьbэeюloяrѕsіiїiјjћhєeґrѓrќkўyџuһhҺhӏlѡwѵvԁdԛqԝwӓaӕaӗeәeӧoөoҝkқkҡkҟkңhҥhҫcҭtүyұyҳxҷyҹyҽeҿeӊhӎmӄkӈhԍgԏtԗpԟkԩhаaӽxӿxҕbғfҏpӯyӱyӳyѐeѝuәeѻoѳoѕsԌgʀr',
  greek: 'αaβbγyδdεeζzηnθoιiκkλlμuνvξeοoπnρpσoςcτtυuφoχxψwωwϲcϳjϱpϐbϑoϕoϖwϰkϵeϝfϙqϟlάaέeήnίiόoύuώwϊiϋuΐiΰu',
  armenian: 'աwբpգqդnեtզqէtըnթpժdիhլlխhծoկkհhձdղnճxմuնuշzոnչzպwջoռnսuվyտuրnցgփtքpօoֆpևuյj',
  cherokee:
    'ꭰdꭱrꭲtꭵiꭷoꭹyꭺaꭻjꭼeꮃwꮇmꮋhꮍyꮐgꮒhꮓzꮖtꮗwꮞ4ꮟbꮢrꮤwꮥsꮩvꮪsꮮlꮯcꮲpꮶkꮷdꮻoᎠdᎡrᎢtᎥiᎩyᎪaᎫjᎬeᎳwᎷmᎻhᎽyᏀgᏂhᏃzᏎ4ᏏbᏒrᏔwᏕsᏙvᏚsᏞlᏟcᏢpᏦkᏧdᏴb',
  latin:
    'ɑaɐaəeæaɓbƀbƅbʙbɃbᴄcƈcȼcɕcɔcđdɖdɗdƌdðdꝺdɇeɛeɘeɜeęeſfƒfꞙfꬵfɡgɠgǥgƍgɢgħhɦhɧhƕhıiɩiɨiɪiᵻiǀlȷjɉjʝjƙkᴋkĸkłlƚlɫlɬlɭlʟlɱmɯmᴍmŋnɲnɳnƞnɴnøoɵoꝋoᴏoȏoœoƥpᴘpɋqʠqʀrɼrɽrɾrɍrᴦrʂsꜱsƽsŧtƭtʈtțtᴛtʉuʋvᴜuɥuꭎuꭒuʌvᴠvɯwʍwᴡwɏyƴyʏyɣyʎyỿyƶzȥzʐzᴢzʒzþpßbƨsƹeȣ8ʗcʘoꞓcⱡlⱥaⱨhⱪkⱬzꞁlⱱvꞌl',
  digitsAndSigns: '०o०o٠o۰o᠐o၀o०oօo〇o๐o໐o০o૦o௦o౦o೦o൦oോo٥o۵o١l۱l|l∣lⅼl',
  kanaAndOthers:
    '工i丨l口o门nоoଠoംoഠo၀oဝoⲟoⲣpⲥcⲭxⲩyⲕkⲓiⲙmⲛnⲧtⲏhⲁaⲃbⲉeⴰoⵏlⵔo੦oයoටoသoഗsഽsဌsꓐbꓑpꓒdꓓdꓔtꓖgꓗkꓙjꓚcꓜzꓝfꓟmꓠnꓡlꓢsꓣrꓦvꓧhꓪwꓫxꓬyꓮaꓰeꓲlꓳoꓴu',
} as const

/** Maps each look-alike, by its code point, to the Latin letters or digits it replaces. Built once from the tables above. */
function buildConfusables(): ReadonlyMap<string, string> {
  const map = new Map<string, string>()
  for (const table of Object.values(tables)) {
    const characters = Array.from(table)
    for (let i = 0; i + 1 < characters.length;) {
      const [source = '', target = ''] = characters.slice(i, i + 2)
      // A source followed by two Latin letters looks like both (`ы` reads `bl`).
      const second = characters[i + 2]
      const isPair = second !== undefined && second <= 'z'
      map.set(source, isPair ? target + second : target)
      i += isPair ? 3 : 2
    }
  }
  return map
}

/**
 * Characters that look like ASCII letters or digits, lower case, each with the text it is read as.
 *
 * A subset of Unicode TS #39 `confusables.txt`, reduced to the characters that registries allow in a label and to one target alphabet (a–z,
 * 0–9): Cyrillic, Greek, Armenian, Cherokee, Latin letters with strokes, hooks and small capitals, round and upright digits of other
 * scripts, Coptic, Lisu and a few individual characters. Characters that compatibility decomposition already resolves (accents, fullwidth,
 * mathematical letters, ligatures) are left to NFKD and not listed.
 */
export const confusables: ReadonlyMap<string, string> = buildConfusables()
