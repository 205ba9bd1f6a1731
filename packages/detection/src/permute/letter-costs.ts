// Written by `npm run eval:domains -- --fit`; manual changes are lost at the next fit.

/**
 * How rare each pair of letters is in ordinary domain names, for `letter-odds.ts`: 27 rows (the edge of a word, then a to
 * z) of 27 characters. Counts of pairs only; no name can be read back from them.
 */
export const letterCosts =
  '~deefffffghgfeghfjfdeighkjjdjgffkigjfkhdfcjgnceehhklhkdchiicjjjdjkejjcjlegieklngmeckhjdkkcelefjjbjlfhfglmnin' +
  'cdihhbihicjjhhheilfeifijmildehffgjijiliegcjhmcdekhiijledihideijcjjeijcjkehffkklimcciiicjhfejjfigeildfhfkklil' +
  'dbiiibjjjcjjhihbjkhhgekknimfeiegfhglklhegbehlgedkgmkmjdchhhdhihdhhhhhchihghdikkjkcciijcijhdjigihdilgegfjkngm' +
  'dcjhgcjjkckjdhjdinkfffjmogndbgijbjjkdljjgjdfljgigklmgmcdifddicjekhijhfjmkedijlnilehhggjhhjikheecffncffeghkkl' +
  'dcjijckjgdljeijdflcfggkmnjnbfgggghhhehhgghggggggbgikjjdcihgbjhkdmgihhdinifeghlohnbeigjdjjeelghhjffmjfbgjjojn' +
  'ccjhjcjkeclkijjdjnefgfjjngmeffgffjijgkhefdiflccdjkmjjkdcjijajjjbkjijieikihiijmmjndbjiibjjgcljijgdilifiilhkik' +
  'afhfhfiihdjjhhigekigegjiggjadgfgfhghhkigggegmhdfgjikjjcchhhciiediihhieikihigjjige'
