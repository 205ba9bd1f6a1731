/** Words of departments and official channels: with one of them, a name claims to speak for the brand. */
const roleWords = new RegExp(
  [
    String.raw`(?:^| )(?:claims? (?:department|team|desk|helpline)|team|staff|refund desk|enquir(?:y|ies)|cares|booking|reservations?|cancellations?|tickets? (?:counter|desk)|vouchers?|talent|support|suport|suporte|soporte|supporto|help|helps|helper|care|customer|cust|service|services|servis|official|officials|real|verified|helpline|helpdesk|helpcent(?:re|er)|livesupport|desk|agent|agents|assist|assistance|assistant|complaints? cell|grievance|refunds?|refund|kyc|verify|verification|security|secure|login|recovery|toll|tollfree|hotline|contact (?:centre|center|number|us)|head office|main branch|regional office|hq|ceo|chief|hr|recruitment|recruiter|careers?|jobs|giveaway|giveaways|bonus|rewards?|airdrop|cashback|gift|gifts|promo|loans?|cash|credit|investments?|invest|signals|vip|trading|wallet|token|authenticator|update|apk)(?:$| )`,
    String.raw`(?:^| )(?:kundenservice|schadenservice|sachbearbeiter|zentrale|inkasso|seguridad|kundendienst|hilfe|kredit|gewinnspiel|offiziell|atencion|cliente|servicio|ayuda|oficial|atendimento|ajuda|emprestimos?|assistenza|ufficiale|prestiti|service clients?|officiel|assistance|klantenservice|hulp|obsluga|pomoc|wyplaty|destek|musteri|resmi|yardim|layanan|bantuan|pinjaman|cs)(?:$| )`,
    'поддержка|помощь|официальн|служба|सहायता|ग्राहक|हेल्पलाइन|دعم|خدمة|رسمي|サポート|公式|客服|官方',
    String.raw`(?:support|helpdesk|helpline|customercare|official|giveaway)`,
  ].join('|'),
  'u',
)

/** The role that the words next to a name claim; null for none. */
export const roleIn = (words: string): string | null => roleWords.exec(words)?.[0].trim() ?? null
